// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace idn::test {

/// Moves the calling thread into a new network namespace with only a loopback interface; the destructor moves
/// it back. Linux, with root or CAP_SYS_ADMIN.
class PrivateNetwork {
 public:
  PrivateNetwork() : outside_(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)) {
    entered_ = outside_ >= 0 && ::unshare(CLONE_NEWNET) == 0;
    exists_ = entered_ && run("ip link set lo up");
  }
  ~PrivateNetwork() {
    if (entered_) ::setns(outside_, CLONE_NEWNET);
    if (outside_ >= 0) ::close(outside_);
  }
  PrivateNetwork(const PrivateNetwork&) = delete;
  PrivateNetwork& operator=(const PrivateNetwork&) = delete;

  /// False if the system does not allow it, or has no ip(8).
  bool exists() const noexcept { return exists_; }
  bool run(const std::string& command) { return std::system((command + " 2>/dev/null").c_str()) == 0; }

 private:
  int outside_;
  bool entered_ = false;
  bool exists_ = false;
};

}  // namespace idn::test
