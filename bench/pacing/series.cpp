// SPDX-License-Identifier: MIT
#include "bench/pacing/series.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/report/table.hpp"

namespace idn::bench {
namespace {

struct NamedQuantity {
  const char* key;
  const char* title;
  std::optional<double> (*of)(const RoundResult&);
  int decimals;  ///< -1: as many as number() gives
};

constexpr std::array kQuantities{
    NamedQuantity{"p50_us", "p50 us", quantity::p50, -1},
    NamedQuantity{"p99_us", "p99 us", quantity::p99, -1},
    NamedQuantity{"p99_9_us", "p99.9 us", quantity::p99_9, -1},
    NamedQuantity{"peak_us", "peak us", quantity::peak, -1},
    NamedQuantity{"within_10us_percent", "within 10 us %", quantity::within_10us_percent, 2},
    NamedQuantity{"on_target_percent", "on target %", quantity::on_target_percent, 2},
    NamedQuantity{"average_us", "average us", quantity::average, 3},
    NamedQuantity{"sending_cpu_percent", "CPU %", quantity::sending_cpu_percent, 1},
    NamedQuantity{"process_cpu_percent", "process CPU %", quantity::process_cpu_percent, 1},
    NamedQuantity{"lost", "lost", quantity::lost, 0},
    NamedQuantity{"steal_percent", "steal %", quantity::steal_percent, 1},
};

std::string show(const std::optional<Spread>& spread, int decimals) {
  return decimals < 0 ? text_of(spread) : text_of(spread, decimals);
}

/// Null for a round in which it could not be measured.
Json each_round(const Series& series, const Quantity& quantity) {
  Json values = Json::array();
  for (const auto& round : series.rounds) {
    const auto value = quantity(round);
    values.push_back(value ? Json(*value) : Json(nullptr));
  }
  return values;
}

std::vector<std::string> cells_of(const Series& series) {
  std::vector<std::string> cells{series.contender.title};
  for (const auto& each : kQuantities) cells.push_back(show(spread_of(series, each.of), each.decimals));
  return cells;
}

}  // namespace

namespace quantity {
namespace {

std::optional<double> microseconds(const std::optional<Micros>& time) {
  return time ? std::optional(time->count()) : std::nullopt;
}

}  // namespace

std::optional<double> p50(const RoundResult& round) {
  return microseconds(round.figures.deviation.p50);
}
std::optional<double> p99(const RoundResult& round) {
  return microseconds(round.figures.deviation.p99);
}
std::optional<double> p99_9(const RoundResult& round) {
  return microseconds(round.figures.deviation.p99_9);
}
std::optional<double> peak(const RoundResult& round) {
  return round.figures.peak.count();
}
std::optional<double> within_10us_percent(const RoundResult& round) {
  return 100 * round.figures.within_10us;
}
std::optional<double> on_target_percent(const RoundResult& round) {
  return 100 * round.figures.on_target;
}
std::optional<double> average(const RoundResult& round) {
  return round.figures.average.count();
}
std::optional<double> average_error(const RoundResult& round) {
  return std::abs((round.figures.average - round.figures.expected).count());
}
std::optional<double> sending_cpu_percent(const RoundResult& round) {
  return round.sending_cpu_percent;
}
std::optional<double> process_cpu_percent(const RoundResult& round) {
  return round.process_cpu_percent;
}
std::optional<double> lost(const RoundResult& round) {
  return static_cast<double>(round.lost);
}
std::optional<double> steal_percent(const RoundResult& round) {
  return round.steal_percent;
}
}  // namespace quantity

std::optional<Spread> spread_of(const Series& series, const Quantity& quantity) {
  std::vector<double> values;
  for (const auto& round : series.rounds)
    if (const auto value = quantity(round)) values.push_back(*value);
  return spread_of(std::move(values));
}

std::optional<Spread> ratio(const Series& upper, const Series& lower, const Quantity& quantity) {
  std::vector<double> above, below;
  for (std::size_t i = 0; i < std::min(upper.rounds.size(), lower.rounds.size()); ++i) {
    const auto a = quantity(upper.rounds[i]), b = quantity(lower.rounds[i]);
    if (!a || !b) continue;
    above.push_back(*a);
    below.push_back(*b);
  }
  return ratio(above, below);
}

const Series* best_of(const std::vector<Series>& all, Family family, const Quantity& quantity) {
  const Series* best = nullptr;
  double least = 0;
  for (const auto& series : all) {
    const auto spread = spread_of(series, quantity);
    if (series.contender.family != family || !spread) continue;
    if (best != nullptr && spread->median >= least) continue;
    best = &series;
    least = spread->median;
  }
  return best;
}

const Series* find(const std::vector<Series>& all, const std::string& key) {
  const auto found = std::ranges::find_if(all, [&](const Series& s) { return s.contender.key == key; });
  return found == all.end() || found->rounds.empty() ? nullptr : &*found;
}

std::string table_of(const std::vector<Series>& all) {
  std::vector<std::string> titles{"sender"};
  for (const auto& each : kQuantities) titles.emplace_back(each.title);
  Table table(titles);
  std::string remarks;
  for (const auto& series : all) {
    table.add(cells_of(series));
    const auto& why = series.contender.missing.empty() ? series.failure : series.contender.missing;
    if (!why.empty())
      remarks += fmt::format("\n{}: {} rounds, {}\n", series.contender.title, series.rounds.size(), why);
  }
  return table.text() + remarks;
}

Json to_json(const Series& series) {
  Json object{{"sender", series.contender.key}, {"rounds", series.rounds.size()}};
  for (const auto& each : kQuantities) {
    object[each.key] = to_json(spread_of(series, each.of));
    if (!series.rounds.empty()) object[each.key]["each"] = each_round(series, each.of);
  }
  if (!series.rounds.empty()) {
    const auto& report = series.rounds.back().report;
    if (report.guard_us) object["guard_us"] = *report.guard_us;
    if (!report.grants.empty()) object["grants"] = report.grants;
  }
  if (!series.contender.missing.empty()) object["missing"] = series.contender.missing;
  if (!series.failure.empty()) object["failure"] = series.failure;
  return object;
}

}  // namespace idn::bench
