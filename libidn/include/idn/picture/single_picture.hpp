// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "idn/picture/sequence.hpp"

namespace idn::picture {

/// A sequence of one picture.
/// Threads: one owner. Real-time: no (heap).
class SinglePicture final : public Sequence {
 public:
  /// @param picture one sample at least
  explicit SinglePicture(std::vector<LaserSample> picture) : picture_(std::move(picture)) {}

  bool next(std::vector<LaserSample>& picture) override {
    if (shown_) return false;
    picture = picture_;
    shown_ = true;
    return true;
  }
  void rewind() override { shown_ = false; }
  std::uint64_t pictures() const override { return 1; }
  std::uint64_t samples() const override { return picture_.size(); }

 private:
  std::vector<LaserSample> picture_;
  bool shown_ = false;
};

}  // namespace idn::picture
