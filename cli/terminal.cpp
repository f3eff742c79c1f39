// SPDX-License-Identifier: MIT
#include "cli/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

#include "cli/text.hpp"

namespace idn::cli {
namespace {

struct Size {
  std::size_t rows = 24, columns = 80;
};

Size size_of_terminal(int descriptor = 2) noexcept {
  Size size;
#ifdef _WIN32
  static_cast<void>(descriptor);
#else
  winsize known{};
  if (ioctl(descriptor, TIOCGWINSZ, &known) == 0) {
    if (known.ws_row > 1) size.rows = known.ws_row;
    if (known.ws_col > 1) size.columns = known.ws_col;
  }
#endif
  return size;
}

/// Errors are ignored: a closed terminal must not end a running stream. fmt, since it writes UTF-8 to the
/// console of Windows, whatever its code page.
void write(const std::string& text) noexcept try {
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
} catch (const std::exception&) {
}

/// Of that many lines, whose last one has the cursor.
std::string to_beginning(std::size_t lines) {
  return lines > 1 ? fmt::format("\r\x1b[{}A", lines - 1) : "\r";
}

}  // namespace

bool is_terminal(std::FILE* stream) noexcept {
#ifdef _WIN32
  // Not _isatty, for which the null device is a terminal too.
  DWORD mode = 0;
  return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stream))), &mode) != 0;
#else
  return isatty(fileno(stream)) != 0;
#endif
}

TerminalStyle output_style() noexcept {
  const char* const refused = std::getenv("NO_COLOR");
  return {size_of_terminal(1).columns, is_terminal(stdout) && (refused == nullptr || *refused == '\0')};
}

std::size_t StatusLine::rows() const noexcept {
  return size_of_terminal().rows;
}

/// The cursor stays at the end of the last line.
void StatusLine::show(const std::string& text) {
  if (!active_) return;
  const Size size = size_of_terminal();
  std::string out = to_beginning(shown_);
  shown_ = 0;
  for (std::size_t at = 0; at <= text.size() && shown_ < size.rows; ++shown_) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += shown_ == 0 ? "\x1b[K" : "\n\x1b[K";
    out += first_characters(std::string_view(text).substr(at, end - at), size.columns - 1);
    at = end + 1;
  }
  write(out + "\x1b[J");
}

void StatusLine::clear() {
  if (shown_ > 0) write(to_beginning(shown_) + "\x1b[J");
  shown_ = 0;
}

}  // namespace idn::cli
