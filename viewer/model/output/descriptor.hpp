// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

namespace idn::viewer {

/// A number of the system for something open, or none: -1. Closes it.
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
