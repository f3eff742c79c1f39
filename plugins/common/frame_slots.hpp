// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::plugins {

/// How a host wants a frame to be played.
struct Playback {
  std::uint32_t rate = 30'000;  ///< samples per second, 1..1'000'000
  /// From its first sample to its last; 0: until the next frame takes over, for the hold time at most.
  std::uint32_t passes = 0;
  bool at_once = false;  ///< the frame that is played is not played to its end
};

/// The double buffer that hosts of frame DACs expect: one frame is played, the next one waits for the end of
/// its pass. Nothing is added between, so that play time is exact to the sample. Knows neither threads nor
/// clocks.
class FrameSlots {
 public:
  /// What there is to be played from the moment that was asked for.
  struct Answer {
    std::size_t samples = 0;  ///< that were written; 0: nothing yet
    TimePoint ask_again{};    ///< nothing yet: then; kNever: nothing unless a frame is offered
  };

  /// @param rate of what was played before, for next()
  /// @param hold how long the last frame is played after offer(), or after it began
  /// @param slack before a pass is repeated it is waited for the next frame until the wire needs samples, less
  ///        this, 5 ms at most for the first time: a host that is late by less than what is buffered does no
  ///        harm
  FrameSlots(std::uint32_t rate, Duration hold, Duration slack) noexcept
      : hold_(hold), slack_(slack), frame_{.samples = {}, .playback = {.rate = rate}} {}

  /// Whether a frame can be offered without replacing another.
  bool is_ready() const noexcept { return !has_next_; }
  /// The next frame, of at least one sample; replaces one that waits.
  void offer(std::span<const LaserSample> samples, const Playback& playback, TimePoint now);
  /// No pass is begun again but those that were counted.
  void play_out() noexcept;
  /// Nothing is left to be played.
  void clear() noexcept;
  /// Every frame that was offered has been played once, and there is nothing more to wait for.
  bool is_played() const noexcept { return !has_next_ && (!has_frame_ || passes_ > 0); }
  /// Play time of what has not been played once yet.
  Duration left() const noexcept;

  /// Writes what leaves from `sent_at` on to the front of `room`, of one frame at most.
  /// @param is_settled whether rate() of the samples before is what plays: the rate can change once at a time
  Answer next(std::span<LaserSample> room, TimePoint sent_at, TimePoint now, bool is_settled) noexcept;
  /// Of the samples of the last answer.
  std::uint32_t rate() const noexcept { return frame_.playback.rate; }

 private:
  struct Frame {
    std::vector<LaserSample> samples;
    Playback playback;
  };

  bool is_pass_over() const noexcept { return position_ == frame_.samples.size(); }
  bool is_over(TimePoint sent_at) const noexcept;
  Duration slack() const noexcept;
  std::size_t copy(std::span<LaserSample> room, TimePoint sent_at) noexcept;
  void begin_next(TimePoint sent_at) noexcept;

  const Duration hold_, slack_;
  Frame frame_;  ///< that is played
  Frame next_;   ///< that waits
  bool has_frame_ = false;
  bool has_next_ = false;
  std::size_t position_ = 0;  ///< of the frame's samples
  std::uint32_t passes_ = 0;  ///< that it was played
  TimePoint dark_from_{};     ///< the hold time is over then
  TimePoint offered_{};       ///< when the host was heard last
};

}  // namespace idn::plugins
