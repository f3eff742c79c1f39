// SPDX-License-Identifier: MIT
#include "idn_parser/plot/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace idn::parser {
namespace {

constexpr double kMostLabels = 18;

double same(double value) {
  return value;
}

double nines(double share) {
  return -std::log10(std::max(1 - share, 1e-18));
}

/// The smallest step of 1, 2 or 5 times a power of ten that needs at most kMostLabels labels.
double step_for(double length) {
  const double least = length / kMostLabels;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string label_of(double value) {
  return fmt::format("{:.10g}", value == 0 ? 0 : value);  // no "-0"
}

}  // namespace

Scale Scale::linear(double from, double to) {
  Scale scale(same, from, to);
  const double step = step_for(to - from);
  const double end = std::floor(to / step + 1e-9);
  for (double i = std::ceil(from / step - 1e-9); i <= end; ++i)
    scale.ticks_.push_back({i * step, label_of(i * step)});
  return scale;
}

Scale Scale::logarithmic(double from, double to) {
  Scale scale(std::log10, from, to);
  for (double decade = std::ceil(std::log10(from) - 1e-9); decade <= std::log10(to) + 1e-9; ++decade)
    for (int factor = 1; factor <= 9; ++factor) {
      const double value = factor * std::pow(10, decade);
      if (value <= to * (1 + 1e-9)) scale.ticks_.push_back({value, factor == 1 ? label_of(value) : ""});
    }
  return scale;
}

Scale Scale::symmetric(double from, double to, double unit) {
  Scale scale(std::asinh, from, to, unit);
  const auto add = [&](double value, bool has_label) {
    if (from <= value && value <= to) scale.ticks_.push_back({value, has_label ? label_of(value) : ""});
  };
  add(0, true);
  for (double decade = unit; decade <= std::max(-from, to); decade *= 10)
    for (int factor = 1; factor <= 9; ++factor)
      for (const int sign : {-1, 1}) add(sign * factor * decade, factor == 1);
  return scale;
}

Scale Scale::shares(int most) {
  Scale scale(nines, 0, 1 - std::pow(10, -most));
  scale.ticks_ = {{0, "0"}, {0.5, "50"}};
  for (int i = 1; i <= most; ++i) {
    const double share = 1 - std::pow(10, -i);
    scale.ticks_.push_back({share, label_of(share * 100)});
  }
  return scale;
}

double Scale::position(double value) const noexcept {
  const double share = (map_(value / unit_) - from_) / (to_ - from_);
  return share >= 0 ? std::min(share, 1.0) : 0;  // NaN maps to 0
}

}  // namespace idn::parser
