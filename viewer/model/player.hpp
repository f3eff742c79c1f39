// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/timeline.hpp"

namespace idn::viewer {

enum class StepBy : std::uint8_t { Sample, Chunk, Frame };

/// Playback position in a recording. Time passes only by advance(), so that tests and offline rendering need no
/// clock.
class Player {
 public:
  static constexpr double kSlowest = 0.01;
  static constexpr double kFastest = 4;
  /// Length of a step by frame in a stream without frames.
  static constexpr Duration kPictureOfWaves = std::chrono::milliseconds(40);

  /// Sets the range that can be shown; to be called whenever it changes. The position is clamped to it. Live,
  /// the end is LiveSource::now(), not the end of the samples that are queued for later playout.
  void set_span(TimePoint begin, TimePoint end);
  /// @param live true: the position follows the end of the span, until pause(), seek() or another speed than 1
  void follow(bool live);
  bool is_following() const noexcept { return following_ && playing_; }

  void play();
  void pause() noexcept;
  bool is_playing() const noexcept { return playing_; }

  /// Clamped to kSlowest .. kFastest.
  void set_speed(double speed) noexcept;
  double speed() const noexcept { return speed_; }

  /// Sets the position; a live player then no longer follows, until follow().
  void seek(TimePoint to) noexcept;
  /// Pauses, and moves to the start of the sample, chunk or frame that is `count` further; negative: backwards.
  void step(const Timeline& timeline, StepBy unit, int count);

  /// Advances by `elapsed` of real time, times the speed. At its end a file starts again, unless
  /// set_loop(false).
  void advance(Duration elapsed) noexcept;
  void set_loop(bool loop) noexcept { loops_ = loop; }

  TimePoint position() const noexcept { return position_; }
  TimePoint begin() const noexcept { return begin_; }
  TimePoint end() const noexcept { return end_; }

 private:
  TimePoint begin_{};
  TimePoint end_{};
  TimePoint position_{};
  double speed_ = 1;
  bool playing_ = true;
  bool loops_ = true;
  bool live_ = false;
  bool following_ = false;
};

}  // namespace idn::viewer
