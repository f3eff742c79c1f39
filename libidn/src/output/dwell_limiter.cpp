// SPDX-License-Identifier: MIT
#include "output/dwell_limiter.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "idn/bytes.hpp"

namespace idn::output {
namespace {

using enum LimitAction;

constexpr std::int32_t kPositions = 65536;
constexpr double kNanosPerSecond = 1e9;
/// A quarter of the range in which Nanos are exact: 26 days.
constexpr double kLongestTime = 0x1p51;

void dim(LaserSample& sample, std::uint16_t from, std::uint16_t to) noexcept {
  Colours colours = colours_of(sample);
  for (std::size_t i = 0; i < kXPrime; ++i)
    colours[i] = static_cast<std::uint16_t>(std::uint32_t{colours[i]} * to / from);
  set_colours(sample, colours);
}

}  // namespace

/// Samples in a row at the same place. All four buckets get the same light, so the fullest stays the fullest,
/// and they are changed once, at the end of the run.
class DwellLimiter::Run {
 public:
  Run(double* buckets, std::ptrdiff_t wide) noexcept
      : lower_(buckets),
        upper_(buckets + wide),
        fullest_(std::max(std::max(lower_[0], upper_[0]), std::max(lower_[1], upper_[1]))) {}

  /// Adds light if all buckets have room for it. @return whether they had
  bool add(double light, double now, double room) noexcept {
    const double sum = sum_ + light, emptied = std::max(emptied_, now) + light;
    if (std::max(fullest_ + sum, emptied) > now + room) return false;
    sum_ = sum;
    emptied_ = emptied;
    return true;
  }

  double fullest() const noexcept { return std::max(fullest_ + sum_, emptied_); }

  void end() noexcept {
    const auto after = [this](double before) { return std::max(before + sum_, emptied_); };
    const double a = after(lower_[0]), b = after(lower_[1]), c = after(upper_[0]), d = after(upper_[1]);
    lower_[0] = a;
    lower_[1] = b;
    upper_[0] = c;
    upper_[1] = d;
  }

 private:
  double* lower_;
  double* upper_;
  double fullest_;      ///< at the beginning
  double sum_ = 0;      ///< light that was added
  double emptied_ = 0;  ///< level of a bucket that was empty at some time of the run
};

DwellLimiter::DwellLimiter(const DwellLimit& limit, SampleRate rate)
    : limit_(limit),
      grid_(grid_of(limit.size)),
      room_(std::floor(static_cast<double>(limit.longest.count()) / limit.share)),
      buckets_(static_cast<std::size_t>(grid_.wide) * static_cast<std::size_t>(grid_.wide)) {
  set_rate(rate);
}

DwellLimiter::Grid DwellLimiter::grid_of(double size) noexcept {
  const auto side = static_cast<std::int32_t>(std::ceil(size * kPositions));
  return {kPositions / side + 2, 1.0F / static_cast<float>(side)};
}

/// Half a position is added so that the rounding of floating-point numbers never selects the wrong cell.
DwellLimiter::Places DwellLimiter::Grid::places(const BeamTrack& track) const noexcept {
  Places places;
  for (std::size_t i = 0; i < track.count; ++i) {
    const auto x = static_cast<float>(track.x[BeamTrack::kBefore + i]) + 32768.5F;
    const auto y = static_cast<float>(track.y[BeamTrack::kBefore + i]) + 32768.5F;
    const auto column = static_cast<std::int32_t>(x * inverse), row = static_cast<std::int32_t>(y * inverse);
    places[i] = static_cast<std::int32_t>(static_cast<float>(row) * static_cast<float>(wide)) + column;
  }
  return places;
}

void DwellLimiter::set_rate(SampleRate rate) noexcept {
  costs_ = {std::floor(kNanosPerSecond / rate.per_second),
            static_cast<std::int64_t>(std::ceil(kNanosPerSecond / rate.per_second / limit_.share))};
}

/// Dark samples are processed as lit ones are: mispredicted branches would cost more than four buckets.
void DwellLimiter::process(std::span<LaserSample> samples, const BeamTrack& track, Counter& counter) noexcept {
  if (now_ > kLongestTime) rebase_time();
  const Places places = grid_.places(track);
  const Costs costs = costs_;
  const Nanos room = room_;
  double* const buckets = buckets_.data();
  const std::ptrdiff_t wide = grid_.wide;
  Nanos now = now_;
  std::int32_t place = places[0];
  // With many streams on a thread the buckets of this one are usually no longer in the cache.
  for (std::size_t i = 0; i < samples.size(); ++i) {
    prefetch(buckets + places[i]);
    prefetch(buckets + places[i] + wide);
  }
  Run run(buckets + place, wide);
  for (std::size_t i = 0; i < samples.size(); ++i, now += costs.sample) {
    if (place != places[i]) {
      run.end();
      place = places[i];
      run = Run(buckets + place, wide);
    }
    const std::uint16_t light = light_of(samples[i]);
    if (is_blanked_ || !run.add(costs.of(light), now, room)) {
      now_ = now;
      Run changed = run;  // a copy, so that `run` stays in registers
      enforce(samples[i], place, changed, light, counter);
      run = changed;
    }
  }
  run.end();
  now_ = now;
}

/// Sets the current time to 0 and shifts all buckets, before times get too large to be exact.
void DwellLimiter::rebase_time() noexcept {
  for (Nanos& bucket : buckets_) bucket = std::max(bucket - now_, 0.0);
  now_ = 0;
}

void DwellLimiter::enforce(LaserSample& sample, std::int32_t place, Run& run, std::uint16_t light,
                           Counter& counter) noexcept {
  if (is_blanked_) is_blanked_ = is_near_blanked(grid_.cell_at(place));
  if (light == 0 || (!is_blanked_ && run.add(costs_.of(light), now_, room_))) return;
  counter.add();
  restrict(sample, place, run, light);
}

/// The highest brightness that still fits into the buckets.
std::uint16_t DwellLimiter::affordable(const Run& run) const noexcept {
  const auto left = static_cast<std::int64_t>(now_ + room_ - std::max(run.fullest(), now_));
  if (left < 1) return 0;
  const std::int64_t light = ((std::min(left - 1, costs_.full) << 16) / costs_.full) - 1;
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(light, 0, 65535));
}

/// Whether the cell is the one in which the light was switched off, or next to it.
bool DwellLimiter::is_near_blanked(Cell cell) const noexcept {
  return std::abs(cell.column - blanked_cell_.column) <= 1 && std::abs(cell.row - blanked_cell_.row) <= 1;
}

void DwellLimiter::restrict(LaserSample& sample, std::int32_t place, Run& run, std::uint16_t light) noexcept {
  if (limit_.action == Count) return;
  if (limit_.action == Blank) {
    if (!std::exchange(is_blanked_, true)) blanked_cell_ = grid_.cell_at(place);
    sample = blanked(sample);
    return;
  }
  const std::uint16_t left = affordable(run);
  if (left == 0) {
    sample = blanked(sample);
    return;
  }
  dim(sample, light, left);
  run.add(costs_.of(left), now_, room_);
}

}  // namespace idn::output
