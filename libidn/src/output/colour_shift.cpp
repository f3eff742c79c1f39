// SPDX-License-Identifier: MIT
#include "output/colour_shift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace idn::output {
namespace {

/// Twice the delay at the highest sample rate, so that the delay line is seldom moved to the front.
std::size_t history_size(Duration shift) {
  if (shift == Duration::zero()) return 0;
  const double samples = std::abs(in_seconds(shift)) * SampleRate::kMax;
  return 2 * static_cast<std::size_t>(std::ceil(samples)) + 1024;
}

std::uint16_t unsigned_position(std::int16_t position) noexcept {
  return static_cast<std::uint16_t>(position + 32768);
}

std::int16_t signed_position(std::uint16_t position) noexcept {
  return static_cast<std::int16_t>(position - 32768);
}

/// (a * part_of_a + b * part_of_b) / 65536, rounded down, for parts whose sum is 65536. In 16-bit operations
/// that have vector instructions: the sum of the upper halves of both products, and the carry of the lower
/// ones.
std::uint16_t mixed(std::uint16_t a, std::uint16_t part_of_a, std::uint16_t b,
                    std::uint16_t part_of_b) noexcept {
  const std::uint32_t of_a = std::uint32_t{a} * part_of_a, of_b = std::uint32_t{b} * part_of_b;
  const auto low_a = static_cast<std::uint16_t>(of_a);
  const auto low = static_cast<std::uint16_t>(low_a + static_cast<std::uint16_t>(of_b));
  return static_cast<std::uint16_t>((of_a >> 16) + (of_b >> 16) + (low < low_a ? 1 : 0));
}

/// Positions stored as Colours, so that the same code delays both.
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

ColourShift::ColourShift(Duration shift, SampleRate rate) : shift_(shift), history_(history_size(shift)) {
  set_rate(rate);
}

void ColourShift::set_rate(SampleRate rate) noexcept {
  const double samples = std::abs(in_seconds(shift_)) * rate.per_second;
  const auto parts = static_cast<std::uint64_t>(std::llround(samples * 65536));
  whole_ = static_cast<std::size_t>(parts >> 16);
  fraction_ = parts & 0xFFFF;
  restart();
}

void ColourShift::restart() noexcept {
  if (is_neutral()) return;
  end_ = memory();
  std::fill_n(history_.begin(), end_, Colours{});
  is_new_ = true;
}

void ColourShift::process(std::span<LaserSample> samples) noexcept {
  if (is_neutral()) return;
  while (!samples.empty()) {
    const std::size_t count = std::min(samples.size(), kBlock);
    process_block(samples.first(count));
    samples = samples.subspan(count);
  }
}

void ColourShift::process_block(std::span<LaserSample> samples) noexcept {
  const bool delays_colours = shift_ > Duration::zero();
  if (!delays_colours && std::exchange(is_new_, false)) {
    std::fill_n(history_.begin(), end_, positions_of(samples[0]));
    dark_ = whole_ + (fraction_ != 0);
  }
  push(samples);
  interpolate(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (delays_colours) {
      const auto x_prime = samples[i].x_prime;
      set_colours(samples[i], block_[i]);
      samples[i].x_prime = x_prime;
    } else {
      set_positions(samples[i], block_[i]);
    }
  }
  for (std::size_t i = 0; i < samples.size() && dark_ > 0; ++i, --dark_) samples[i] = blanked(samples[i]);
}

void ColourShift::push(std::span<const LaserSample> samples) noexcept {
  make_room(samples.size());
  for (const LaserSample& sample : samples)
    history_[end_++] = shift_ > Duration::zero() ? colours_of(sample) : positions_of(sample);
}

void ColourShift::make_room(std::size_t samples) noexcept {
  if (end_ + samples <= history_.size()) return;
  const auto end = history_.begin() + static_cast<std::ptrdiff_t>(end_);
  std::copy(end - static_cast<std::ptrdiff_t>(memory()), end, history_.begin());
  end_ = memory();
}

void ColourShift::interpolate(std::size_t samples) noexcept {
  const Colours* const older = &history_[end_ - samples - memory()];
  if (fraction_ == 0) {
    std::copy_n(older + 1, samples, block_.begin());
    return;
  }
  const auto of_older = static_cast<std::uint16_t>(fraction_),
             of_newer = static_cast<std::uint16_t>(65536U - fraction_);
  for (std::size_t i = 0; i < samples; ++i)
    for (std::size_t k = 0; k < block_[i].size(); ++k)
      block_[i][k] = mixed(older[i + 1][k], of_newer, older[i][k], of_older);
}

}  // namespace idn::output
