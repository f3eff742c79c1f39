// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace idn::bench {

/// What several rounds say about one quantity.
struct Spread {
  double median = 0;  ///< of an even number of rounds: half-way between the two in the middle
  double least = 0;
  double most = 0;
};

/// Nothing without values.
std::optional<Spread> spread_of(std::vector<double> values);

/// How many times larger the upper values are, round by round: what disturbed the machine in a round disturbed
/// both. Rounds that one of them lacks, and lower values of zero, are left out.
std::optional<Spread> ratio(const std::vector<double>& upper, const std::vector<double>& lower);

/// `amount` in so many nanoseconds each time, as millions per second.
std::optional<Spread> millions_per_second(double amount, const std::vector<double>& nanoseconds);

/// Three significant digits, but never fewer than the whole number: "0.521", "6.81", "46.2", "99.8", "1790".
std::string number(double value);

/// "6.81 (6.12..7.4)", the median alone where all rounds agree, "-" without one.
std::string text_of(const std::optional<Spread>& spread);

/// The same with this many decimals.
std::string text_of(const std::optional<Spread>& spread, int decimals);

}  // namespace idn::bench
