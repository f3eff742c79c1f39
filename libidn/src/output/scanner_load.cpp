// SPDX-License-Identifier: MIT
#include "output/scanner_load.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace idn::output {
namespace {

constexpr double kWidth = 65536;
/// Crossing time of a 1 kpps scanner; it is inversely proportional to the class, 1 ms for 30 kpps.
constexpr double kSecondsToCrossAt1Kpps = 30e-3;
/// Time constant of the mean square.
constexpr double kMeanSeconds = 1;
/// Mean square of the acceleration at full load, in (picture widths per crossing time squared)^2: that of a
/// crossing along t^2 (3 - 2 t). The step response of the model has the same for a natural frequency whose cube
/// is 48.
constexpr double kFullHeat = 12;
const double kFrequency = std::cbrt(48);

}  // namespace

ScannerLoad::ScannerLoad(double kpps, SampleRate rate) noexcept : kpps_(kpps) {
  set_rate(rate);
}

void ScannerLoad::set_rate(SampleRate rate) noexcept {
  if (!is_on()) return;
  // Samples at a higher rate than the class do not change the motion of the scanner: the model skips some.
  samples_per_step_ = std::max<std::size_t>(1, static_cast<std::size_t>(rate.per_second / (kpps_ * 1000)));
  const double seconds = static_cast<double>(samples_per_step_) / rate.per_second;
  const double crossings = seconds / (kSecondsToCrossAt1Kpps / kpps_);
  const double pole = std::exp(-kFrequency * crossings);
  model_ = {.gain = (1 - pole) * (1 - pole), .of_now = 2 * pole, .of_before = pole * pole};
  acceleration_ = 1 / kWidth / crossings / crossings;
  step_weight_ = std::min(1.0, seconds / kMeanSeconds);
  restart();
}

void ScannerLoad::process(const BeamTrack& track) noexcept {
  if (!std::exchange(is_placed_, true)) {
    place(axes_[0], track.x[BeamTrack::kBefore]);
    place(axes_[1], track.y[BeamTrack::kBefore]);
    skip_ = 0;
  }
  const Model model = model_;
  auto [horizontal, vertical] = axes_;
  double x = 0, y = 0, steps = 0;
  std::size_t i = skip_;
  for (; i < track.count; i += samples_per_step_, ++steps) {
    x += model.move(horizontal, track.x[BeamTrack::kBefore + i]);
    y += model.move(vertical, track.y[BeamTrack::kBefore + i]);
  }
  axes_ = {horizontal, vertical};
  skip_ = i - track.count;
  const double kept = std::max(0.0, 1 - step_weight_ * steps),
               factor = step_weight_ * acceleration_ * acceleration_;
  axes_[0].heat = axes_[0].heat * kept + x * factor;
  axes_[1].heat = axes_[1].heat * kept + y * factor;
}

double ScannerLoad::load() const noexcept {
  return std::min(1.0, std::sqrt(std::max(axes_[0].heat, axes_[1].heat) / kFullHeat));
}

void ScannerLoad::place(Axis& axis, std::int32_t position) noexcept {
  axis.now = axis.before = position;
}

/// @return the square of the acceleration, in positions per step squared
double ScannerLoad::Model::move(Axis& axis, double target) const noexcept {
  const double next = (gain * target - of_before * axis.before) + of_now * axis.now;
  const double change = next - 2 * axis.now + axis.before;
  axis.before = axis.now;
  axis.now = next;
  return change * change;
}

}  // namespace idn::output
