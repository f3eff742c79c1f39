// SPDX-License-Identifier: MIT
#include "cli/quiet_errors.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

namespace idn::cli {

#ifdef _WIN32
QuietErrors::QuietErrors() noexcept = default;
QuietErrors::~QuietErrors() = default;
#else
QuietErrors::QuietErrors() noexcept {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  former_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (former_ >= 0) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

QuietErrors::~QuietErrors() {
  if (former_ < 0) return;
  dup2(former_, STDERR_FILENO);
  close(former_);
}
#endif

}  // namespace idn::cli
