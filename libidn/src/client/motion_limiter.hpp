// SPDX-License-Identifier: MIT
#pragma once

#include "client/axis_motion.hpp"
#include "client/beam_track.hpp"
#include "idn/client/output_stage.hpp"

namespace idn::client {

/// The limits of picture size, speed and acceleration. Those that clamp move samples; the others judge where
/// the samples are then. Real-time: all.
class MotionLimiter {
 public:
  MotionLimiter(const OutputLimits& limits, SampleRate rate) noexcept;

  void set_rate(SampleRate rate) noexcept;
  /// The next sample is where the scanners are.
  void restart() noexcept { is_placed_ = false; }

  /// @param track has read the samples; it gets the positions before them, and those that they have in the end
  void process(std::span<LaserSample> samples, BeamTrack& track, OutputCounters& counters) noexcept;

 private:
  void take_limits() noexcept;
  void begin(BeamTrack& track) noexcept;
  bool all_within(const BeamTrack& track) const noexcept;
  bool is_in_picture(GridPoint point) const noexcept;
  void move(LaserSample& sample, OutputCounters& counters) noexcept;
  void judge(LaserSample& sample, const BeamTrack& track, std::size_t index,
             OutputCounters& counters) const noexcept;
  static void judge(LimitAction action, bool is_beyond, LaserSample& sample, Counter& counter) noexcept;

  const ScannerLimit speed_, acceleration_;
  const PictureSize picture_;
  const bool is_neutral_;
  SampleRate rate_;
  AxisMotion x_, y_;
  MotionLimits judged_x_, judged_y_;
  bool is_placed_ = false;
};

}  // namespace idn::client
