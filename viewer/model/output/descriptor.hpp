// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

namespace idn::viewer {

/// Owns a POSIX file descriptor and closes it; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const noexcept { return number_; }
  void reset(int number = -1) noexcept {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }

 private:
  int number_;
};

}  // namespace idn::viewer
