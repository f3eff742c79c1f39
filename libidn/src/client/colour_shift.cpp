// SPDX-License-Identifier: MIT
#include "client/colour_shift.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace idn::client {
namespace {

/// Room for the longest delay at the highest rate, a sample more to interpolate with, and the newest one; a
/// power of two, for the remainder's sake.
std::size_t ring_size(Duration shift) {
  if (shift == Duration::zero()) return 0;
  const double samples = std::abs(in_seconds(shift)) * SampleRate::kMax;
  return std::bit_ceil(static_cast<std::size_t>(std::ceil(samples)) + 3);
}

std::uint16_t unsigned_position(std::int16_t position) noexcept {
  return static_cast<std::uint16_t>(position + 32768);
}

std::int16_t signed_position(std::uint16_t position) noexcept {
  return static_cast<std::int16_t>(position - 32768);
}

/// In the places of colours, so that both are delayed alike.
Colours positions_of(const LaserSample& s) noexcept {
  return {unsigned_position(s.x), unsigned_position(s.y), unsigned_position(s.x_prime), unsigned_position(s.z)};
}

void set_positions(LaserSample& sample, const Colours& positions) noexcept {
  sample.x = signed_position(positions[0]);
  sample.y = signed_position(positions[1]);
  sample.x_prime = signed_position(positions[2]);
  sample.z = signed_position(positions[3]);
}

}  // namespace

ColourShift::ColourShift(Duration shift, SampleRate rate) : shift_(shift), delayed_(ring_size(shift)) {
  set_rate(rate);
}

void ColourShift::set_rate(SampleRate rate) noexcept {
  const double samples = std::abs(in_seconds(shift_)) * rate.per_second;
  const auto parts = static_cast<std::uint64_t>(std::llround(samples * 65536));
  whole_ = static_cast<std::size_t>(parts >> 16);
  fraction_ = static_cast<std::uint16_t>(parts);
  restart();
}

void ColourShift::restart() noexcept {
  std::ranges::fill(delayed_, Colours{});
  is_new_ = true;
}

void ColourShift::process(std::span<LaserSample> samples) noexcept {
  if (shift_ > Duration::zero())
    for (LaserSample& sample : samples) delay_colours(sample);
  else if (shift_ < Duration::zero())
    for (LaserSample& sample : samples) delay_positions(sample);
}

void ColourShift::delay_colours(LaserSample& sample) noexcept {
  Colours& newest = delayed_[next_];
  newest = colours_of(sample);
  Colours colours = fraction_ == 0 ? back(whole_) : between(back(whole_), back(whole_ + 1));
  colours[kXPrime] = newest[kXPrime];
  set_colours(sample, colours);
  next_ = (next_ + 1) & (delayed_.size() - 1);
}

void ColourShift::delay_positions(LaserSample& sample) noexcept {
  const Colours newest = positions_of(sample);
  if (std::exchange(is_new_, false)) {
    std::ranges::fill(delayed_, newest);
    dark_ = whole_ + (fraction_ != 0);
  }
  delayed_[next_] = newest;
  set_positions(sample, fraction_ == 0 ? back(whole_) : between(back(whole_), back(whole_ + 1)));
  if (dark_ != 0) {
    --dark_;
    sample = blanked(sample);
  }
  next_ = (next_ + 1) & (delayed_.size() - 1);
}

/// Two products, rounded down, are too small by one at the most where both are equal; never beyond either.
Colours ColourShift::between(const Colours& newer, const Colours& older) const noexcept {
  const std::uint32_t of_older = fraction_, of_newer = 65536U - fraction_;
  Colours result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto sum = static_cast<std::uint16_t>(((newer[i] * of_newer) >> 16) + ((older[i] * of_older) >> 16));
    const std::uint16_t most = newer[i] > older[i] ? newer[i] : older[i];
    result[i] = sum < most ? static_cast<std::uint16_t>(sum + 1) : most;
  }
  return result;
}

}  // namespace idn::client
