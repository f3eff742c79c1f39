// SPDX-License-Identifier: MIT
#pragma once

#include "sender/source/picture_player.hpp"

namespace idn::sender {

/// One picture.
class PatternSequence final : public PictureSequence {
 public:
  explicit PatternSequence(std::vector<LaserSample> picture) : picture_(std::move(picture)) {}

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

}  // namespace idn::sender
