// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::plugins {

/// How a host requests a frame to be played.
struct PlayRequest {
  std::uint32_t rate = 30'000;  ///< samples per second, 1..1'000'000
  /// Number of passes; 0: repeated until the next frame replaces it, for the hold time at most.
  std::uint32_t passes = 0;
  bool at_once = false;  ///< replaces the current frame without waiting for the end of its pass
};

/// The double buffer that hosts of frame DACs expect: one frame is played, the next one waits for the end of
/// its pass. No samples are added in between, so that play time is exact to the sample. Pure: no threads, no
/// clock.
class FrameSlots {
 public:
  /// Result of next().
  struct NextResult {
    std::size_t samples = 0;  ///< how many were written; 0: none yet
    TimePoint retry_at{};     ///< if 0: when to call next() again; kNever: not before offer()
  };

  /// @param rate sample rate of what was played before, for next()
  /// @param hold how long the last frame is repeated, from its offer() or its beginning, whichever is later
  /// @param slack a pass is repeated only when the time until its samples are sent is down to `slack` (for the
  ///        first repetition 5 ms at most), so that a frame that comes a little late is still played next
  FrameSlots(std::uint32_t rate, Duration hold, Duration slack) noexcept
      : hold_(hold), slack_(slack), frame_{.samples = {}, .playback = {.rate = rate}} {}

  /// Whether a frame can be offered without replacing another.
  bool is_ready() const noexcept { return !has_next_; }
  /// Sets the next frame, of at least one sample; replaces one that waits.
  void offer(std::span<const LaserSample> samples, const PlayRequest& playback, TimePoint now);
  /// Frames with PlayRequest::passes 0 are no longer repeated: they end with the current pass, or after one.
  void play_out() noexcept;
  /// Drops all frames.
  void clear() noexcept;
  /// Whether every frame that was offered has been played at least once.
  bool is_played() const noexcept { return !has_next_ && (!has_frame_ || passes_ > 0); }
  /// Play time of frames, or of the rest of a first pass, that have not been played once yet.
  Duration unplayed_time() const noexcept;

  /// Writes the samples that are sent from `sent_at` on to the front of `room`, of one frame at most.
  /// @param is_rate_settled false while a change of the sample rate is pending: then none can begin with
  /// another rate
  NextResult next(std::span<LaserSample> room, TimePoint sent_at, TimePoint now, bool is_rate_settled) noexcept;
  /// Sample rate of the last answer.
  std::uint32_t rate() const noexcept { return frame_.playback.rate; }

 private:
  struct Frame {
    std::vector<LaserSample> samples;
    PlayRequest playback;
  };

  bool is_pass_over() const noexcept { return position_ == frame_.samples.size(); }
  bool is_over(TimePoint sent_at) const noexcept;
  Duration slack() const noexcept;
  std::size_t copy(std::span<LaserSample> room, TimePoint sent_at) noexcept;
  void begin_next(TimePoint sent_at) noexcept;

  const Duration hold_, slack_;
  Frame frame_;  ///< the current one
  Frame next_;   ///< the one that waits
  bool has_frame_ = false;
  bool has_next_ = false;
  std::size_t position_ = 0;  ///< index of the next sample of frame_
  std::uint32_t passes_ = 0;  ///< completed passes of frame_
  TimePoint dark_from_{};     ///< end of the hold time
  TimePoint offered_at_{};    ///< time of the last offer()
};

}  // namespace idn::plugins
