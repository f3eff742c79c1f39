// SPDX-License-Identifier: MIT
#include "latency/model/light.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "idn/analysis/rate_error.hpp"
#include "idn/statistics.hpp"

namespace idn::latency {
namespace {

using analysis::LinearFit;
using idn::nearest_rank;

constexpr double kLowest = 0.2;  // a line is fitted to the part of the rise between these shares at most
constexpr double kHighest = 0.8;
constexpr double kPrecision = 0.25;       // tolerated error of a crossing, in samples
constexpr std::size_t kFewestLit = 3;     // fewer samples above the midpoint are noise, not light
constexpr double kClearlyAboveNoise = 6;  // smallest distance of the two levels, in standard deviations
constexpr Duration kLitWithin = std::chrono::milliseconds(5);  // time in which kFewestLit samples must be lit
constexpr std::size_t kMostIterations = 50;

/// A channel and its two levels.
struct Channel {
  std::span<const float> samples;
  double low = 0;
  double high = 0;
  double noise = 0;  ///< standard deviation where it is low

  double half() const noexcept { return (low + high) / 2; }
  double at(double share) const noexcept { return low + share * (high - low); }
};

double median(std::vector<float>& values) {
  return values.empty() ? 0 : nearest_rank(values, 500);
}

/// Threshold by the iterative method of Ridler and Calvard (1978): half-way between the means of the samples
/// below and above it.
double two_means(std::span<const float> samples) {
  const auto [least, most] = std::ranges::minmax(samples);
  double threshold = (static_cast<double>(least) + static_cast<double>(most)) / 2;
  for (std::size_t i = 0; i < kMostIterations; ++i) {
    double below = 0, above = 0, count = 0;
    for (const float x : samples) {
      if (x > threshold) {
        above += x;
        count += 1;
      } else {
        below += x;
      }
    }
    const auto others = static_cast<double>(samples.size()) - count;
    if (count == 0 || others == 0) break;
    const double next = (below / others + above / count) / 2;
    if (next == threshold) break;
    threshold = next;
  }
  return threshold;
}

std::optional<Channel> channel_of(std::span<const float> samples) {
  if (samples.empty()) return std::nullopt;
  const double threshold = two_means(samples);
  std::vector<float> below, above;
  for (const float x : samples) (x > threshold ? above : below).push_back(x);
  Channel channel{.samples = samples, .low = median(below), .high = median(above)};
  for (float& x : below) x = std::abs(x - static_cast<float>(channel.low));
  channel.noise = 1.4826 * median(below);
  // Noise alone would be split into two halves as well.
  if (above.empty() || !(channel.high - channel.low > kClearlyAboveNoise * channel.noise)) return std::nullopt;
  return channel;
}

/// Where the least-squares line through samples [begin, end) crosses the midpoint.
std::optional<double> fitted_crossing(const Channel& channel, std::size_t begin, std::size_t end) {
  LinearFit fit;
  double mean = 0;
  for (std::size_t i = begin; i < end; ++i) {
    fit.add(static_cast<double>(i - begin), channel.samples[i]);
    mean += channel.samples[i] / static_cast<double>(end - begin);
  }
  const auto slope = fit.slope();
  if (!slope || *slope <= 0) return std::nullopt;
  return static_cast<double>(begin) + static_cast<double>(end - begin - 1) / 2 +
         (channel.half() - mean) / *slope;
}

/// Where a rise that is symmetric about its midpoint crosses it, by the area above the rise. This averages over
/// all samples of the rise, [begin, end), so noise has the least effect.
double balanced_crossing(const Channel& channel, std::size_t begin, std::size_t end) {
  double missing = 0;
  for (std::size_t i = begin; i < end; ++i)
    missing += (channel.high - channel.samples[i]) / (channel.high - channel.low);
  return static_cast<double>(begin) - 0.5 + missing;
}

/// Where the samples around `first`, the first one above the midpoint, cross it.
double crossing_at(const Channel& channel, std::size_t first) {
  const auto& x = channel.samples;
  if (first == 0) return 0;
  std::size_t begin = first, end = first;
  while (begin > 0 && x[begin - 1] > channel.at(kLowest)) --begin;
  while (end < x.size() && x[end] < channel.at(kHighest)) ++end;
  const double rise = static_cast<double>(end - begin);
  // How many samples a line needs on each side until the error of its crossing is below kPrecision.
  const double errors =
      channel.noise * rise / ((kHighest - kLowest) * (channel.high - channel.low)) / kPrecision;
  const auto half_width = static_cast<std::size_t>(std::ceil(errors * errors / 2));
  if (rise >= 3 && half_width > 1) {
    const std::size_t margin = (end - begin) / 3 + 1;
    if (2 * half_width > end - begin && begin >= margin && end + margin <= x.size())
      return balanced_crossing(channel, begin - margin, end + margin);
    const std::size_t from = std::max(begin, first - std::min(first, half_width));
    const std::size_t to = std::min(end, first + half_width);
    if (to - from >= 3)
      if (const auto crossing = fitted_crossing(channel, from, to)) return *crossing;
  }
  const double before = x[first - 1], after = x[first];
  return static_cast<double>(first - 1) + (channel.half() - before) / (after - before);
}

std::size_t samples_in(Duration time, const LightOptions& options) {
  return std::max<std::size_t>(static_cast<std::size_t>(std::llround(in_seconds(time) * options.sample_rate)),
                               1);
}

/// The first samples of the pulses.
std::vector<std::size_t> pulses_of(const Channel& channel, const LightOptions& options) {
  const std::size_t gap = samples_in(options.trigger_gap, options);
  std::vector<std::size_t> pulses;
  std::size_t low = gap;  // the first pulse needs no gap before it
  for (std::size_t i = 0; i < channel.samples.size(); ++i) {
    if (channel.samples[i] <= channel.half()) {
      ++low;
      continue;
    }
    if (low >= gap && i > 0) pulses.push_back(i);
    low = 0;
  }
  return pulses;
}

bool is_lit(const Channel& light, std::size_t begin, std::size_t end) {
  std::size_t lit = 0;
  for (std::size_t i = begin; i < std::min(end, light.samples.size()); ++i)
    if (light.samples[i] > light.half()) ++lit;
  return lit >= kFewestLit;
}

std::optional<std::size_t> first_light(const Channel& light, std::size_t begin, std::size_t end,
                                       std::size_t lit_within) {
  for (std::size_t i = begin; i < std::min(end, light.samples.size()); ++i)
    if (light.samples[i] > light.half() && is_lit(light, i, i + lit_within)) return i;
  return std::nullopt;
}

}  // namespace

LightMeasurement find_light(std::span<const float> trigger, std::span<const float> light,
                            const LightOptions& options) {
  const std::size_t length = std::min(trigger.size(), light.size());
  const auto pulses_in = channel_of(trigger.first(length));
  const auto light_in = channel_of(light.first(length));
  LightMeasurement result;
  if (!pulses_in) return result;
  const auto pulses = pulses_of(*pulses_in, options);
  result.triggers = pulses.size();
  result.trigger_level = pulses_in->half();
  if (!light_in) {
    result.without_light = pulses.size();
    return result;
  }
  result.light_level = light_in->half();
  const std::size_t lit_within = samples_in(kLitWithin, options),
                    longest = samples_in(options.longest, options);
  for (std::size_t i = 0; i < pulses.size(); ++i) {
    const std::size_t at = pulses[i], next = i + 1 < pulses.size() ? pulses[i + 1] : length;
    if (is_lit(*light_in, at - std::min(at, lit_within), at)) {
      ++result.already_lit;
      continue;
    }
    const auto lit = first_light(*light_in, at, std::min(at + longest, next), lit_within);
    if (!lit) {
      ++result.without_light;
      continue;
    }
    const double passed = crossing_at(*light_in, *lit) - crossing_at(*pulses_in, at);
    result.latencies.push_back(Duration(std::llround(passed / options.sample_rate * 1e9)));
  }
  return result;
}

}  // namespace idn::latency
