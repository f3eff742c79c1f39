// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace idn::test {

/// While it lives, the calling thread is in a network of its own, with a loopback interface and nothing else.
/// Linux, root or CAP_SYS_ADMIN.
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

  /// False where the system does not allow it, or has no ip(8).
  bool exists() const noexcept { return exists_; }
  bool run(const std::string& command) { return std::system((command + " 2>/dev/null").c_str()) == 0; }

 private:
  int outside_;
  bool entered_ = false;
  bool exists_ = false;
};

}  // namespace idn::test
