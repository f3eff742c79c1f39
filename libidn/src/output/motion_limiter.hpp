// SPDX-License-Identifier: MIT
#pragma once

#include "output/axis_motion.hpp"
#include "output/beam_track.hpp"
#include "output/output_stage.hpp"

namespace idn::output {

/// Applies the limits of picture size, speed and acceleration. Limits with Clamp move samples; those with Count
/// or Blank are checked ("judged") afterwards, at the resulting positions. Real-time: all but construction.
class MotionLimiter {
 public:
  /// Real-time: no.
  MotionLimiter(const OutputLimits& limits, SampleRate rate);
  MotionLimiter(const MotionLimiter&) = delete;
  MotionLimiter& operator=(const MotionLimiter&) = delete;

  void set_rate(SampleRate rate) noexcept;
  /// The position of the scanners is unknown: it is taken from the next sample.
  void restart() noexcept { is_placed_ = false; }

  /// @param track has read the samples; receives the two positions before them, and the resulting positions
  void process(std::span<LaserSample> samples, BeamTrack& track, OutputCounters& counters) noexcept;

 private:
  /// Assigns each limit to those that move samples or to those that are only checked.
  /// @return the limits of speed and acceleration that move samples
  MotionLimits take_limits() noexcept;
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
  AxisMotion x_, y_;
  MotionLimits judged_x_, judged_y_;
  MotionLimits first_;                            ///< what `first_braking_` is for
  std::shared_ptr<const Braking> first_braking_;  ///< of the first rate
  Braking own_braking_;                           ///< of another rate
  /// The one in use, for both axes, whose limits differ only in the range of positions.
  const Braking* braking_;
  bool is_placed_ = false;
  bool moved_ = false;  ///< the last call of process() had to move samples
};

}  // namespace idn::output
