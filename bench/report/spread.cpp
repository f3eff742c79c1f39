// SPDX-License-Identifier: MIT
#include "bench/report/spread.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace idn::bench {
namespace {

template <class Show>
std::string show_all(const std::optional<Spread>& spread, Show show) {
  if (!spread) return "-";
  const std::string median = show(spread->median), least = show(spread->least), most = show(spread->most);
  return least == most ? median : fmt::format("{} ({}..{})", median, least, most);
}

}  // namespace

std::optional<Spread> spread_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const bool is_even = values.size() % 2 == 0;
  return Spread{.median = is_even ? (values[middle - 1] + values[middle]) / 2 : values[middle],
                .least = values.front(),
                .most = values.back()};
}

std::optional<Spread> ratio(const std::vector<double>& upper, const std::vector<double>& lower) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(upper.size(), lower.size()); ++i)
    if (lower[i] > 0) ratios.push_back(upper[i] / lower[i]);
  return spread_of(std::move(ratios));
}

std::optional<Spread> millions_per_second(double amount, const std::vector<double>& nanoseconds) {
  std::vector<double> rates;
  for (const double each : nanoseconds) rates.push_back(amount / each * 1e3);
  return spread_of(std::move(rates));
}

std::string number(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string text_of(const std::optional<Spread>& spread) {
  return show_all(spread, number);
}

std::string text_of(const std::optional<Spread>& spread, int decimals) {
  return show_all(spread, [decimals](double value) { return fmt::format("{:.{}f}", value, decimals); });
}

}  // namespace idn::bench
