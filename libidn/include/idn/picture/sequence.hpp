// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "idn/sample.hpp"

namespace idn::picture {

/// A sequence of pictures: the frames of files, or a pattern.
/// Threads: one owner. Real-time: no (heap).
class Sequence {
 public:
  virtual ~Sequence() = default;
  /// The next picture, not empty, replaces the content of `picture`. False at the end of the sequence.
  virtual bool next(std::vector<LaserSample>& picture) = 0;
  /// To before the first picture.
  virtual void rewind() = 0;
  /// How many pictures, and how many samples in all of them.
  virtual std::uint64_t pictures() const = 0;
  /// In all pictures.
  virtual std::uint64_t samples() const = 0;
};

}  // namespace idn::picture
