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
  /// Replaces `picture` by the next picture, which has one sample at least. @return false at the end
  virtual bool next(std::vector<LaserSample>& picture) = 0;
  /// Restarts the sequence: next() yields the first picture again.
  virtual void rewind() = 0;
  /// Number of pictures.
  virtual std::uint64_t pictures() const = 0;
  /// Number of samples in all pictures.
  virtual std::uint64_t samples() const = 0;
};

}  // namespace idn::picture
