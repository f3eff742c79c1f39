// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

/// Frames as the program LSX takes and sends them by OSC, at /LSX_0/Frame: one blob, little endian.
namespace idn::sender::osc {

/// One message of a frame, which may come in several.
struct LsxPart {
  static constexpr std::size_t kMostPoints = 4096;  ///< of a frame

  std::uint16_t frame = 0;  ///< number of the frame
  std::size_t total = 0;    ///< points of the frame
  std::size_t first = 0;    ///< which of them comes first here, from 0
  std::vector<LaserSample> points{};
};

/// Nothing for a malformed blob.
std::optional<LsxPart> decode_lsx_part(ConstBytes blob);

/// Joins the messages of a frame. They have to come in order; one that does not follow the previous one drops
/// the frame.
class LsxAssembler {
 public:
  /// @return whether a frame is complete now
  bool add(const LsxPart& part);
  /// The complete frame. Valid until the next call of add().
  const std::vector<LaserSample>& frame() const noexcept { return points_; }
  /// Count of messages that were dropped.
  std::uint64_t lost_parts() const noexcept { return lost_parts_; }

 private:
  std::vector<LaserSample> points_;
  std::uint16_t number_ = 0;
  std::size_t total_ = 0;
  std::uint64_t parts_ = 0;  ///< of the frame so far
  std::uint64_t lost_parts_ = 0;
};

}  // namespace idn::sender::osc
