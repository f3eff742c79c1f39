// SPDX-License-Identifier: MIT
#include "plugins/jack/resampler.hpp"

#include <utility>

namespace idn::jack {
namespace {

constexpr std::uint16_t LaserSample::* kColoursOfSample[] = {
    &LaserSample::r,  &LaserSample::g,  &LaserSample::b, &LaserSample::intensity,
    &LaserSample::u1, &LaserSample::u2, &LaserSample::u3};

std::int16_t interpolated(std::int16_t a, std::int16_t b, std::uint64_t part, std::uint64_t whole) noexcept {
  const auto way = static_cast<std::int64_t>(b) - a;
  return static_cast<std::int16_t>(a +
                                   way * static_cast<std::int64_t>(part) / static_cast<std::int64_t>(whole));
}

}  // namespace

void Resampler::add(const LaserSample& sample, std::uint64_t time) noexcept {
  for (std::size_t i = 0; i < kColours; ++i) colour_sums_[i] += time * (sample.*kColoursOfSample[i]);
}

/// The output sample at a time after the last input sample, on the stroke to `next`.
LaserSample Resampler::output_sample(const LaserSample& next, std::uint64_t time) noexcept {
  LaserSample sample;
  for (const auto axis : {&LaserSample::x, &LaserSample::y, &LaserSample::x_prime, &LaserSample::z})
    sample.*axis = interpolated(last_.*axis, next.*axis, time, to_);
  for (std::size_t i = 0; i < kColours; ++i)
    sample.*kColoursOfSample[i] = static_cast<std::uint16_t>(std::exchange(colour_sums_[i], 0) / from_);
  return sample;
}

void Resampler::process(std::span<const LaserSample> in, std::vector<LaserSample>& out) {
  for (const LaserSample& next : in) {
    if (!std::exchange(has_last_, true)) {
      out.push_back(last_ = next);
      time_left_ = from_;
      colour_sums_ = {};
      continue;
    }
    std::uint64_t passed = 0;
    for (; time_left_ <= to_ - passed; time_left_ = from_) {
      add(next, time_left_);
      passed += time_left_;
      out.push_back(output_sample(next, passed));
    }
    add(next, to_ - passed);
    time_left_ -= to_ - passed;
    last_ = next;
  }
}

}  // namespace idn::jack
