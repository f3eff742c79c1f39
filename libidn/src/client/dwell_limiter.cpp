// SPDX-License-Identifier: MIT
#include "client/dwell_limiter.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace idn::client {
namespace {

using enum LimitAction;

constexpr std::int32_t kPositions = 65536;
constexpr double kNanosPerSecond = 1e9;

void dim(LaserSample& sample, std::uint16_t from, std::uint16_t to) noexcept {
  Colours colours = colours_of(sample);
  for (std::size_t i = 0; i < kXPrime; ++i)
    colours[i] = static_cast<std::uint16_t>(std::uint32_t{colours[i]} * to / from);
  set_colours(sample, colours);
}

}  // namespace

DwellLimiter::DwellLimiter(const DwellLimit& limit, SampleRate rate)
    : limit_(limit),
      half_(static_cast<std::int32_t>(std::ceil(limit.size * kPositions))),
      inverse_((std::uint64_t{1} << 32) / static_cast<std::uint64_t>(half_) + 1),
      squares_(kPositions / half_ + 2),
      room_(static_cast<Nanos>(std::floor(static_cast<double>(limit.longest.count()) / limit.share))),
      buckets_(static_cast<std::size_t>(squares_) * static_cast<std::size_t>(squares_)) {
  set_rate(rate);
}

void DwellLimiter::set_rate(SampleRate rate) noexcept {
  sample_ = static_cast<Nanos>(kNanosPerSecond) / rate.per_second;
  full_cost_ = static_cast<std::int64_t>(std::ceil(kNanosPerSecond / rate.per_second / limit_.share));
}

void DwellLimiter::process(std::span<LaserSample> samples, const BeamTrack& track, Counter& counter) noexcept {
  Visit visit = visit_;  // in registers while the beam stays in a half square
  for (std::size_t i = 0; i < samples.size(); ++i, now_ += sample_) {
    const std::uint16_t light = light_of(samples[i]);
    if (!is_blanked_ && (light == 0 || (visit.has(track.at(i), half_) && visit.add(cost(light), now_, room_))))
      continue;
    visit_ = visit;
    look_closer(samples[i], track.at(i), light, counter);
    visit = visit_;
  }
  visit_ = visit;
}

void DwellLimiter::look_closer(LaserSample& sample, GridPoint at, std::uint16_t light,
                               Counter& counter) noexcept {
  if (!visit_.has(at, half_)) enter(at);
  if (is_blanked_) is_blanked_ = is_near_blanked(visit_.half);
  if (light == 0 || (!is_blanked_ && visit_.add(cost(light), now_, room_))) return;
  counter.add();
  restrict(sample, light);
}

/// Exact, since the inverse is too large by less than one of 65536 positions can tell.
std::int32_t DwellLimiter::half_of(std::int32_t position) const noexcept {
  return static_cast<std::int32_t>((static_cast<std::uint64_t>(position + 32768) * inverse_) >> 32);
}

/// Of the squares that the visited half square is part of.
std::array<std::size_t, 4> DwellLimiter::buckets() const noexcept {
  const std::size_t first = visit_.first, above = first + static_cast<std::size_t>(squares_);
  return {first, first + 1, above, above + 1};
}

void DwellLimiter::enter(GridPoint at) noexcept {
  leave();
  const Half half{half_of(at.x), half_of(at.y)};
  visit_ = {.half = half,
            .low = {half.column * half_ - 32768, half.row * half_ - 32768},
            .first = static_cast<std::size_t>(half.row) * static_cast<std::size_t>(squares_) +
                     static_cast<std::size_t>(half.column)};
  for (const std::size_t bucket : buckets()) visit_.fullest = std::max(visit_.fullest, buckets_[bucket]);
}

/// As if every sample had been added to each bucket: max(...max(max(b, t1) + c1, t2) + c2...) is the larger of
/// b plus all of the light, and of the same with an empty bucket.
void DwellLimiter::leave() noexcept {
  if (visit_.light == 0) return;
  for (const std::size_t bucket : buckets())
    buckets_[bucket] = std::max(buckets_[bucket] + visit_.light, visit_.bucket);
}

DwellLimiter::Nanos DwellLimiter::cost(std::uint16_t light) const noexcept {
  return (((std::int64_t{light} + 1) * full_cost_) >> 16) + 1;
}

/// The brightest light that does not cost more than there is room.
std::uint16_t DwellLimiter::affordable() const noexcept {
  const Nanos left = now_ + room_ - std::max(visit_.fullest, now_);
  if (left < 1) return 0;
  const std::int64_t light = ((std::min(left - 1, full_cost_) << 16) / full_cost_) - 1;
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(light, 0, 65535));
}

/// In one bucket with the place where the light was switched off, or next to it.
bool DwellLimiter::is_near_blanked(Half half) const noexcept {
  return std::abs(half.column - blanked_.column) <= 1 && std::abs(half.row - blanked_.row) <= 1;
}

void DwellLimiter::restrict(LaserSample& sample, std::uint16_t light) noexcept {
  if (limit_.action == Count) return;
  if (limit_.action == Blank) {
    if (!std::exchange(is_blanked_, true)) blanked_ = visit_.half;
    sample = blanked(sample);
    return;
  }
  const std::uint16_t left = affordable();
  if (left == 0) {
    sample = blanked(sample);
    return;
  }
  dim(sample, light, left);
  visit_.add(cost(left), now_, room_);
}

}  // namespace idn::client
