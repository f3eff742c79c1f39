// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "client/beam_track.hpp"

namespace idn::client {

/// How hard the scanners work: the mean square of their acceleration, which is what heats them, over that of a
/// scanner that crosses the whole picture to and fro without a rest. The scanner is modelled as critically
/// damped: one of the 30 kpps class crosses in a millisecond, as the library's blanked moves take it.
/// Real-time: all.
class ScannerLoad {
 public:
  /// @param kpps 0: nothing is reckoned
  ScannerLoad(double kpps, SampleRate rate) noexcept;

  bool is_on() const noexcept { return kpps_ > 0; }
  void set_rate(SampleRate rate) noexcept;
  void restart() noexcept { is_placed_ = false; }

  void process(const BeamTrack& track) noexcept;
  /// 0..1, of the axis that has to work harder.
  double load() const noexcept;

 private:
  struct Axis {
    double now = 0, before = 0;
    double heat = 0;  ///< mean square of the acceleration, in picture widths per crossing time squared
  };
  void place(Axis& axis, std::int32_t position) noexcept;
  /// The model on its way, by the axis: what a loop keeps in registers.
  struct Model {
    double gain, once, twice;
    double move(Axis& axis, double target) const noexcept;
  };

  const double kpps_;
  std::size_t every_ = 1;  ///< samples per step of the model
  std::size_t skip_ = 0;
  Model model_{};
  double acceleration_ = 0, forget_ = 0;
  std::array<Axis, 2> axes_{};
  bool is_placed_ = false;
};

}  // namespace idn::client
