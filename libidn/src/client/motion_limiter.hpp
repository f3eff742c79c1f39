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
  bool is_judged_within(const BeamTrack& track) const noexcept;
  bool is_in_picture(GridPoint point) const noexcept;
  void move(std::span<LaserSample> samples, BeamTrack& track, OutputCounters& counters) noexcept;
  void judge(std::span<LaserSample> samples, const BeamTrack& track, OutputCounters& counters) const noexcept;
  static void judge(LimitAction action, bool is_beyond, LaserSample& sample, Counter& counter) noexcept;

  const ScannerLimit speed_, acceleration_;
  const PictureSize picture_;
  const bool moves_, judges_;
  SampleRate rate_;
  Braking braking_;  ///< for both axes, whose limits differ in the positions alone
  AxisMotion x_, y_;
  MotionLimits judged_x_, judged_y_;
  bool is_placed_ = false;
  bool moved_ = false;  ///< the samples before these
};

}  // namespace idn::client
