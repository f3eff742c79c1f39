// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/wire/channel_message.hpp"
#include "idn_parser/measure/habit_tally.hpp"

namespace idn::parser {

/// The habits of a channel in sending frames in fragments. Threads: one owner. Real-time: no (heap).
class FragmentHabits {
 public:
  /// @param message of a frame, a first fragment or a further one
  /// @param payload its octets
  void take(const wire::ChannelMessage& message, ConstBytes payload, HabitTally& tally);

  /// Others are missing before the next one: nothing is known of what comes before it.
  void restart() noexcept;

 private:
  void take_sequel(const wire::ChannelMessage& message, HabitTally& tally);

  std::vector<std::byte> chunk_header_;   ///< of the first fragment
  std::vector<std::byte> configuration_;  ///< of the first fragment
  bool had_whole_ = false;                ///< the last frame was a whole one
  bool in_frame_ = false;                 ///< a first fragment came
  bool is_over_ = false;                  ///< and the last one
  std::uint64_t sequels_ = 0;             ///< of the frame
  std::optional<WireMicros> first_at_;    ///< timestamp of the first one
  std::optional<WireMicros> sequel_at_;   ///< timestamp of the last one
};

}  // namespace idn::parser
