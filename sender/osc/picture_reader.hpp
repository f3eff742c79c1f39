// SPDX-License-Identifier: MIT
#pragma once

#include "sender/osc/lsx_frame.hpp"
#include "sender/osc/message.hpp"

namespace idn::sender::osc {

/// Interprets the messages to idn_sender osc: pictures, arm and dark. Pure.
class PictureReader {
 public:
  enum class Meaning : std::uint8_t {
    Unknown,  ///< not understood
    Nothing,  ///< part of a frame, or the release of a button
    Picture,  ///< picture() is to be shown; without samples it is dark
    Arm,
    Dark,
  };

  /// /LSX_0/Frame BLOB; /point X Y R G B; /frame with five numbers for each sample, or with a blob of xyrgb16,
  /// big endian; /arm and /dark, which take a number: 0 turns arm into dark, and dark into nothing. Positions
  /// are -1 to 1, colours 0 to 1, and what lies outside is brought to the edge.
  Meaning read(const Message& message);
  /// The picture, after Meaning::Picture. Valid until the next call.
  const std::vector<LaserSample>& picture() const noexcept { return picture_; }
  std::uint64_t lost_parts() const noexcept { return lsx_.lost_parts(); }

 private:
  Meaning read_lsx(const Message& message);
  Meaning read_numbers(const Message& message);
  Meaning read_samples(ConstBytes blob);

  LsxAssembler lsx_;
  std::vector<LaserSample> picture_;
};

}  // namespace idn::sender::osc
