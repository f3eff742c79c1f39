// SPDX-License-Identifier: MIT
#include "cli/terminal.hpp"

#include <fmt/format.h>

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

std::size_t columns() noexcept {
#ifndef _WIN32
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) return size.ws_col;
#endif
  return 80;
}

/// Errors are ignored: a closed terminal must not end a running stream. fmt, since it writes UTF-8 to the
/// console of Windows, whatever its code page.
void write(const std::string& text) noexcept try {
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
} catch (const std::exception&) {
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

void StatusLine::show(const std::string& text) {
  if (!active_) return;
  write("\r\x1b[K" + std::string(first_characters(text, columns() - 1)));
  shown_ = true;
}

void StatusLine::clear() {
  if (!shown_) return;
  write("\r\x1b[K");
  shown_ = false;
}

}  // namespace idn::cli
