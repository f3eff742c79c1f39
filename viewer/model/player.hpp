// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/timeline.hpp"

namespace idn::viewer {

enum class StepBy : std::uint8_t { Sample, Chunk, Frame };

/// Where in a recording the picture is. Time passes only by advance(), so that tests and renderings need no
/// clock.
class Player {
 public:
  static constexpr double kSlowest = 0.01;
  static constexpr double kFastest = 4;
  /// A step by frame in a stream that has none.
  static constexpr Duration kPictureOfWaves = std::chrono::milliseconds(40);

  /// Sets what can be shown; call again whenever it changes. A position outside is moved inside. The end of a
  /// live span is LiveSource::now(), not the end of what waits in the outputs.
  void set_span(TimePoint begin, TimePoint end);
  /// Live: the position stays at the end of the span while the speed is 1 and nothing was paused or sought.
  void follow(bool live);
  bool is_following() const noexcept { return following_ && playing_; }

  void play();
  void pause() noexcept;
  bool is_playing() const noexcept { return playing_; }

  /// Clamped to kSlowest .. kFastest.
  void set_speed(double speed) noexcept;
  double speed() const noexcept { return speed_; }

  /// Scrubs; a live player then lags behind until follow().
  void seek(TimePoint to) noexcept;
  /// Pauses, and goes to where `count` samples, chunks or frames later begin; backwards where it is negative.
  void step(const Timeline& timeline, StepBy unit, int count);

  /// `elapsed` of the watching person's time has passed. A file begins again at its end, unless
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
