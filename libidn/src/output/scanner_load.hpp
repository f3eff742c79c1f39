// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "output/beam_track.hpp"

namespace idn::output {

/// Scanner load: the RMS acceleration of the scanners, which heats them, as a share of that of a scanner which
/// crosses the whole picture back and forth without a rest. The scanner is modelled as a critically damped
/// second-order system; one of the 30 kpps class crosses in 1 ms, as the library's blanked moves assume.
/// Real-time: all.
class ScannerLoad {
 public:
  /// @param kpps class of the scanners; 0: off
  ScannerLoad(double kpps, SampleRate rate) noexcept;

  bool is_on() const noexcept { return kpps_ > 0; }
  void set_rate(SampleRate rate) noexcept;
  void restart() noexcept { is_placed_ = false; }

  void process(const BeamTrack& track) noexcept;
  /// 0..1, of the axis with the higher load.
  double load() const noexcept;

 private:
  struct Axis {
    double now = 0, before = 0;  ///< last two positions of the modelled scanner
    double heat = 0;  ///< mean square of the acceleration, in picture widths per crossing time squared
  };
  void place(Axis& axis, std::int32_t position) noexcept;
  /// Recursion that moves an axis: next = gain * target + of_now * now - of_before * before. A struct, of which
  /// process() makes a local copy that its loop can keep in registers.
  struct Model {
    double gain, of_now, of_before;
    double move(Axis& axis, double target) const noexcept;
  };

  const double kpps_;
  std::size_t samples_per_step_ = 1;  ///< of the model
  std::size_t skip_ = 0;
  Model model_{};
  /// Factor from positions per step squared to picture widths per crossing time squared, and weight of one step
  /// in the mean square.
  double acceleration_ = 0, step_weight_ = 0;
  std::array<Axis, 2> axes_{};
  bool is_placed_ = false;
};

}  // namespace idn::output
