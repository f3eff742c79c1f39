// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace idn::bench {

/// Median and range of one quantity over several rounds.
struct Spread {
  double median = 0;  ///< of an even number of rounds: half-way between the two in the middle
  double least = 0;
  double most = 0;
};

/// Nothing without values.
std::optional<Spread> spread_of(std::vector<double> values);

/// Ratio of the upper to the lower value, round by round: a disturbance of the machine affects both values of a
/// round. Rounds that one of them lacks, and lower values of zero, are left out.
std::optional<Spread> ratio(const std::vector<double>& upper, const std::vector<double>& lower);

/// `amount` divided by each of the times, in millions per second.
std::optional<Spread> millions_per_second(double amount, const std::vector<double>& nanoseconds);

/// Three significant digits, but always all digits before the point: "0.521", "6.81", "46.2", "99.8", "1790".
std::string number(double value);

/// "6.81 (6.12..7.4)", the median alone where all rounds agree, "-" without one.
std::string text_of(const std::optional<Spread>& spread);

/// The same with this many decimals.
std::string text_of(const std::optional<Spread>& spread, int decimals);

}  // namespace idn::bench
