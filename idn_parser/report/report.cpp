// SPDX-License-Identifier: MIT
#include "idn_parser/report/report.hpp"

namespace idn::parser {

std::optional<double> StreamFacts::samples_per_second() const noexcept {
  if (counts.unknown_samples > 0 || summary.display.count() == 0) return std::nullopt;
  return static_cast<double>(summary.samples) * 1e6 / static_cast<double>(summary.display.count());
}

}  // namespace idn::parser
