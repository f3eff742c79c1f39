// SPDX-License-Identifier: MIT
#include "idn_parser/measure/sample_rates.hpp"

#include <algorithm>
#include <cmath>

namespace idn::parser {

/// Senders round the display time of a chunk in different ways, and what is left over may go to the next one.
bool SampleRates::Rate::fits(std::size_t more, std::chrono::microseconds during) const noexcept {
  constexpr double kRounding = 1.5;  // us
  const double expected =
      static_cast<double>(more) * static_cast<double>(duration.count()) / static_cast<double>(samples);
  return std::abs(static_cast<double>(during.count()) - expected) <= kRounding;
}

void SampleRates::add(std::size_t samples, std::chrono::microseconds duration) noexcept {
  if (samples == 0 || duration.count() == 0) return;
  total_ += duration;
  const auto fits = [&](const Rate& rate) { return rate.fits(samples, duration); };
  if (last_ >= rates_.size() || !fits(rates_[last_])) {
    last_ = static_cast<std::size_t>(std::ranges::find_if(rates_, fits) - rates_.begin());
    if (last_ == rates_.size()) {
      if (last_ == kMost) return;
      rates_.emplace_back();
    }
  }
  rates_[last_].samples += samples;
  rates_[last_].duration += duration;
}

std::vector<double> SampleRates::rates() const {
  std::vector<double> rates;
  for (const Rate& rate : rates_)
    if (rate.duration * 100 >= total_)
      rates.push_back(static_cast<double>(rate.samples) * 1e6 / static_cast<double>(rate.duration.count()));
  return rates;
}

}  // namespace idn::parser
