// SPDX-License-Identifier: MIT
#include <cmath>

#include "idn_parser/plot/chart.hpp"
#include "idn_parser/plot/plots.hpp"

namespace idn::parser {
namespace {

constexpr double kLeastMicros = 0.1;

/// Starts at 0.1 us; smaller deviations are drawn there.
Scale deviations_up_to(double largest) {
  const double decade = std::ceil(std::log10(std::max(largest, 10 * kLeastMicros)) - 1e-9);
  return Scale::logarithmic(kLeastMicros, std::pow(10, decade));
}

/// The number of nines in the highest share that this many offsets can resolve: 1000 offsets give 99.9 %.
int nines_of(std::uint64_t offsets) {
  return std::max(1, static_cast<int>(std::floor(std::log10(static_cast<double>(offsets)))));
}

}  // namespace

std::string distribution_svg(const StreamFacts& stream) {
  std::vector<Chart::Point> points;
  for (const auto& [deviation, share] : stream.distribution) points.push_back({deviation.count(), share});
  Chart chart(
      {.title = "Cumulative distribution of the deviations",
       .right = stream.frames ? "Deviation from the step of the timestamps (us)"
                              : "Deviation from the expected offset (us)",
       .up = stream.frames ? "Share of frames at most this far (%)" : "Share of offsets at most this far (%)"},
      deviations_up_to(points.back().right), Scale::shares(nines_of(stream.deviation_histogram.total())));
  chart.curve(points);
  return std::move(chart).finish();
}

}  // namespace idn::parser
