// SPDX-License-Identifier: MIT
#include "cli/terminal.hpp"

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace idn::cli {
namespace {

std::size_t columns() noexcept {
#ifndef _WIN32
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) return size.ws_col;
#endif
  return 80;
}

/// Errors are ignored: a closed terminal must not end a running stream.
void write(const std::string& text) noexcept {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
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
  write("\r\x1b[K" + text.substr(0, columns() - 1));
  shown_ = true;
}

void StatusLine::clear() {
  if (!shown_) return;
  write("\r\x1b[K");
  shown_ = false;
}

}  // namespace idn::cli
