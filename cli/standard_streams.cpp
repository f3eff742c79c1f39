// SPDX-License-Identifier: MIT
#include "cli/standard_streams.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace idn::cli {
#ifdef _WIN32
namespace {

/// Ctrl-C is SIGINT already. When a window is closed, Windows ends the program as soon as this handler returns,
/// so it sleeps until the program has ended by itself.
BOOL WINAPI on_console_event(DWORD event) {
  if (event == CTRL_C_EVENT) return FALSE;
  std::raise(SIGTERM);
  if (event != CTRL_BREAK_EVENT) Sleep(INFINITE);
  return TRUE;
}

/// They redraw the status line.
void enable_escape_sequences() noexcept {
  const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  if (GetConsoleMode(console, &mode) != 0) SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

}  // namespace
#endif

void prepare_standard_streams() noexcept {
#ifdef _WIN32
  SetConsoleCtrlHandler(on_console_event, TRUE);
  enable_escape_sequences();
#else
  std::signal(SIGPIPE, SIG_IGN);
  // Opened in the wrong direction, so that reading or writing still fails.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0) [[maybe_unused]]
      const int reserved = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
#endif
}

std::error_code flush_output() noexcept {
  static int fault = 0;
  errno = 0;
  const bool is_whole = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!is_whole && fault == 0) fault = errno != 0 ? errno : EIO;
  return {fault, std::generic_category()};
}

std::FILE* binary_input() noexcept {
#ifdef _WIN32
  _setmode(_fileno(stdin), _O_BINARY);
#endif
  return stdin;
}

}  // namespace idn::cli
