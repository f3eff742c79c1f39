// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "idn/time.hpp"

/// What the mirrors make of the commands: each axis is a damped oscillator that follows its command.
namespace idn::viewer {

/// A closed-loop scanner: second order, with unity gain at rest.
struct ScannerSetup {
  double bandwidth_hz =
      2314;                  ///< at which a small sine is drawn at 1 / sqrt(2) of its size, at `rated` degrees
  double damping = 0.7071;   ///< 1: no overshoot; 0.7071: the flattest response
  double angle_degrees = 8;  ///< optical, of the full width of the picture as projected
  double rated_degrees = 8;  ///< up to which the bandwidth holds

  /// Beyond the rated angle the torque of the motor is what limits: for the same acceleration a movement of
  /// twice the size may be 1 / sqrt(2) as fast.
  double effective_bandwidth_hz() const noexcept;

  friend constexpr bool operator==(const ScannerSetup&, const ScannerSetup&) = default;
};

/// A scanner tuned to `kpps` thousand points per second as the ILDA defines it: the circle of the test pattern,
/// commanded outside of the inner square in twelve points per turn, is drawn touching it at that rate and 8
/// degrees.
ScannerSetup scanner_for(double kpps) noexcept;

/// "12k", "30k", "40k" or "60k".
std::optional<ScannerSetup> scanner_from(std::string_view name) noexcept;

/// One mirror. The command is held while time passes, as a DAC does it; for that the solution is exact,
/// whatever the step.
class ScannerAxis {
 public:
  explicit ScannerAxis(const ScannerSetup& setup) noexcept;

  /// Stands still at `position`.
  void rest_at(double position) noexcept;
  /// @return where the mirror is after `elapsed` under `command`
  double follow(double command, Duration elapsed) noexcept;
  double position() const noexcept { return position_; }

 private:
  /// What becomes of distance and speed during a step.
  struct Transition {
    double distance_from_distance = 1, distance_from_speed = 0;
    double speed_from_distance = 0, speed_from_speed = 1;
  };

  Transition transition(double seconds) const noexcept;

  double omega_;  ///< of the undamped oscillator, per second
  double damping_;
  Duration step_{-1};  ///< for which cached_ holds
  Transition cached_;
  double position_ = 0;
  double speed_ = 0;  ///< per second
};

}  // namespace idn::viewer
