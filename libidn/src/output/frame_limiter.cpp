// SPDX-License-Identifier: MIT
#include "output/frame_limiter.hpp"

#include <algorithm>

#include "output/colours.hpp"

namespace idn::output {
namespace {

using namespace std::chrono_literals;

/// Maximum of DwellLimit::longest here, and the time over which passes are simulated. However often the picture
/// is then repeated, the average light stays within DwellLimit::share plus 1/200 (kLongest / kTried).
constexpr auto kLongest = 1ms;
constexpr auto kTried = 200ms;

/// DwellLimit::longest is allowed once, but a repeated picture would use it in every pass: so it is reduced.
OutputOptions for_repetition(OutputOptions options, SampleRate rate) {
  const Duration few_samples = Duration(4s) / rate.per_second;
  Duration& longest = options.limits.dwell.longest;
  longest = std::min(longest, std::max<Duration>(kLongest, few_samples));
  return options;
}

std::size_t samples_to_try(const OutputOptions& options, SampleRate rate) {
  if (options.limits.dwell.action == LimitAction::Off) return 0;
  return static_cast<std::size_t>(rate.per_second * (kTried / 1ms) / 1000);
}

/// The position of `later`; each colour is the minimum of both.
LaserSample darker(const LaserSample& earlier, LaserSample later) {
  Colours caps = colours_of(earlier);
  caps[kXPrime] = kUnlimited[kXPrime];
  set_colours(later, least(colours_of(later), caps));
  return later;
}

}  // namespace

FrameLimiter::FrameLimiter(const OutputOptions& options, SampleRate rate,
                           std::optional<wire::SampleFormat> format)
    : stage_(for_repetition(options, rate), rate, format),
      rate_(rate),
      tried_samples_(samples_to_try(options, rate)) {}

void FrameLimiter::change(const OutputOptions& options) {
  stage_.change(for_repetition(options, rate_));
}

/// Simulates passes, which differ only by the light accumulated before, and keeps the darkest of each sample.
std::span<const LaserSample> FrameLimiter::limit(std::span<const LaserSample> picture) {
  stage_.take_change();
  if (stage_.is_neutral() || picture.empty()) return picture;
  limited_.assign(picture.begin(), picture.end());
  stage_.restart();
  stage_.process(limited_);
  for (std::size_t tried = picture.size(); tried < tried_samples_; tried += picture.size()) {
    pass_.assign(picture.begin(), picture.end());
    stage_.restart();
    stage_.process(pass_);
    std::ranges::transform(limited_, pass_, limited_.begin(), darker);
  }
  return limited_;
}

}  // namespace idn::output
