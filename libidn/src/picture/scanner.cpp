// SPDX-License-Identifier: MIT
#include "idn/picture/scanner.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace idn::picture {
namespace {

/// From the test pattern: a square of 10240, a circle of twelve points at 16130 and 15814, whose fundamental is
/// a circle of 15918. The hold of the DAC for a twelfth of a revolution multiplies it by sinc(1/12) = 0.98862.
/// So the scanner must have a gain of 10240 / (15918 * 0.98862) = 0.6507, which the maximally flat second-order
/// response, 1 / sqrt(1 + (f/b)^4), has at 1.0803 times its bandwidth b. The revolutions per second are a
/// twelfth of the rate: b = 1000 / 12 / 1.0803 per kpps.
constexpr double kBandwidthPerKpps = 77.14;

/// Ratio of the bandwidth to the natural frequency.
double bandwidth_ratio(double damping) {
  const double a = 1 - 2 * damping * damping;
  return std::sqrt(a + std::sqrt(a * a + 1));
}

}  // namespace

double ScannerSetup::effective_bandwidth_hz() const noexcept {
  return bandwidth_hz * std::min(1.0, std::sqrt(rated_degrees / angle_degrees));
}

ScannerSetup scanner_for(double kpps) noexcept {
  return {.bandwidth_hz = kpps * kBandwidthPerKpps};
}

std::optional<ScannerSetup> scanner_from(std::string_view name) noexcept {
  if (name == "12k") return scanner_for(12);
  if (name == "30k") return scanner_for(30);
  if (name == "40k") return scanner_for(40);
  if (name == "60k") return scanner_for(60);
  return std::nullopt;
}

ScannerAxis::ScannerAxis(const ScannerSetup& setup) noexcept
    : omega_(2 * std::numbers::pi * setup.effective_bandwidth_hz() / bandwidth_ratio(setup.damping)),
      damping_(setup.damping) {}

void ScannerAxis::rest_at(double position) noexcept {
  position_ = position;
  speed_ = 0;
}

double ScannerAxis::follow(double command, Duration elapsed) noexcept {
  if (elapsed != step_) {
    cached_ = transition(in_seconds(elapsed));
    step_ = elapsed;
  }
  const double distance = position_ - command;
  position_ = command + cached_.distance_from_distance * distance + cached_.distance_from_speed * speed_;
  speed_ = cached_.speed_from_distance * distance + cached_.speed_from_speed * speed_;
  return position_;
}

/// The matrix exponential of x' = v, v' = -omega^2 x - 2 damping omega v.
ScannerAxis::Transition ScannerAxis::transition(double seconds) const noexcept {
  const double rate = damping_ * omega_;
  const double square = omega_ * omega_ - rate * rate;  // of the damped frequency; negative when overdamped
  const double root = std::sqrt(std::abs(square));
  const double fade = std::exp(-rate * seconds);
  double c = fade, s = fade * seconds;  // of the critically damped case
  if (root * seconds > 1e-9) {
    c = fade * (square > 0 ? std::cos(root * seconds) : std::cosh(root * seconds));
    s = fade * (square > 0 ? std::sin(root * seconds) : std::sinh(root * seconds)) / root;
  }
  return {c + rate * s, s, -omega_ * omega_ * s, c - rate * s};
}

}  // namespace idn::picture
