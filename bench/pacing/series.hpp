// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "bench/pacing/round.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/spread.hpp"

namespace idn::bench {

/// One contender with all of its rounds; a round that failed ends the series.
struct Series {
  Contender contender;
  std::vector<RoundResult> rounds{};
  std::string failure{};  ///< why there are no more rounds

  bool can_run() const noexcept { return contender.missing.empty() && failure.empty(); }
};

/// One quantity of a round. Nothing where it could not be measured.
using Quantity = std::function<std::optional<double>(const RoundResult&)>;

namespace quantity {
std::optional<double> p50(const RoundResult& round);
std::optional<double> p99(const RoundResult& round);
std::optional<double> p99_9(const RoundResult& round);
std::optional<double> peak(const RoundResult& round);
std::optional<double> within_10us_percent(const RoundResult& round);
std::optional<double> on_target_percent(const RoundResult& round);
std::optional<double> average(const RoundResult& round);
/// Of the average offset, from the expected one: never negative.
std::optional<double> average_error(const RoundResult& round);
std::optional<double> sending_cpu_percent(const RoundResult& round);
std::optional<double> process_cpu_percent(const RoundResult& round);
std::optional<double> lost(const RoundResult& round);
std::optional<double> steal_percent(const RoundResult& round);
}  // namespace quantity

std::optional<Spread> spread_of(const Series& series, const Quantity& quantity);

/// How many times larger the quantity is in `upper` than in `lower`, round by round. Nothing where one of them
/// has no rounds.
std::optional<Spread> ratio(const Series& upper, const Series& lower, const Quantity& quantity);

/// The series of a family with the smallest median; null where none has rounds.
const Series* best_of(const std::vector<Series>& all, Family family, const Quantity& quantity);

/// The series with this key; null if there is none, or without rounds.
const Series* find(const std::vector<Series>& all, const std::string& key);

/// A table of every contender and every quantity.
std::string table_of(const std::vector<Series>& all);
/// Each quantity: its spread, and in "each" its value in every round, in their order.
Json to_json(const Series& series);

}  // namespace idn::bench
