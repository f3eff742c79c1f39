// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "idn/export.hpp"
#include "idn/time.hpp"

/// Model of the scanners: each axis is a second-order system (a damped oscillator) that follows its command.
namespace idn::picture {

/// A closed-loop scanner with unity gain at rest.
struct IDN_EXPORT ScannerSetup {
  double bandwidth_hz = 2314;  ///< -3 dB bandwidth, up to `rated_degrees`
  double damping = 0.7071;     ///< 1: no overshoot; 0.7071: maximally flat (Butterworth)
  double angle_degrees = 8;    ///< optical angle of the full width of the projected picture
  double rated_degrees = 8;    ///< angle up to which the bandwidth holds

  /// Beyond the rated angle the torque of the motor is the limit: with the same acceleration, twice the angle
  /// allows 1 / sqrt(2) of the frequency.
  double effective_bandwidth_hz() const noexcept;

  friend constexpr bool operator==(const ScannerSetup&, const ScannerSetup&) = default;
};

/// A scanner tuned to `kpps` thousand points per second as the ILDA defines it: the circle of the test pattern,
/// commanded outside of the inner square in twelve points per revolution, touches the square when drawn at that
/// rate and 8 degrees.
IDN_EXPORT ScannerSetup scanner_for(double kpps) noexcept;

/// "12k", "30k", "40k" or "60k".
IDN_EXPORT std::optional<ScannerSetup> scanner_from(std::string_view name) noexcept;

/// One axis. The command is held during a step, as by a DAC (zero-order hold); for that the solution is exact
/// for any length of the step.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class IDN_EXPORT ScannerAxis {
 public:
  /// At rest in the middle.
  explicit ScannerAxis(const ScannerSetup& setup) noexcept;

  /// Sets the mirror to `position`, at rest.
  void rest_at(double position) noexcept;
  /// Simulates `elapsed` with a constant command. @return the position after it
  double follow(double command, Duration elapsed) noexcept;
  /// Where the mirror is.
  double position() const noexcept { return position_; }
  /// Its speed, divided by its natural angular frequency: a distance. The mirror stays within
  /// hypot(position() - command, momentum()) of a command that is held from now on.
  double momentum() const noexcept { return speed_ / omega_; }

 private:
  /// State transition matrix of one step. The state is the distance from the command, and the speed.
  struct Transition {
    double distance_from_distance = 1, distance_from_speed = 0;
    double speed_from_distance = 0, speed_from_speed = 1;
  };

  Transition transition(double seconds) const noexcept;

  double omega_;  ///< natural angular frequency, per second
  double damping_;
  Duration step_{-1};  ///< length of the step of cached_
  Transition cached_;
  double position_ = 0;
  double speed_ = 0;  ///< per second
};

}  // namespace idn::picture
