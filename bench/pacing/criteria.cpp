// SPDX-License-Identifier: MIT
#include "bench/pacing/criteria.hpp"

#include <fmt/core.h>

#include "bench/report/table.hpp"

namespace idn::bench {
namespace {

/// Where one of the two is missing there is nothing to compare.
std::optional<Spread> ratio(const Series* upper, const Series* lower, const Quantity& quantity) {
  if (upper == nullptr || lower == nullptr) return std::nullopt;
  return bench::ratio(*upper, *lower, quantity);
}

std::optional<Spread> spread_of(const Series* series, const Quantity& quantity) {
  return series == nullptr ? std::nullopt : bench::spread_of(*series, quantity);
}

std::string title_of(const Series* series, const std::string& otherwise) {
  return series == nullptr ? otherwise : series->contender.title;
}

/// A guard can be shorter where the thread is not preempted and the processor wakes up quickly.
bool has_all_grants(const Series* series) {
  if (series == nullptr) return false;
  const auto& report = series->rounds.back().report;
  return report.has_priority && report.has_cpu_latency;
}

void add_peers(std::vector<Criterion>& list, const std::vector<Series>& all, const Series* hybrid) {
  const Series* median = best_of(all, Family::Peer, quantity::p50);
  const Series* tail = best_of(all, Family::Peer, quantity::p99);
  list.push_back({fmt::format("p50 of {} over p50 of hybrid", title_of(median, "the best peer")),
                  ratio(median, hybrid, quantity::p50), '>', 10});
  list.push_back({fmt::format("p99 of {} over p99 of hybrid", title_of(tail, "the best peer")),
                  ratio(tail, hybrid, quantity::p99), '>', 3});
  list.push_back({fmt::format("p50 of {} over p50 of sleep", title_of(median, "the best peer")),
                  ratio(median, find(all, "sleep"), quantity::p50), '>', 1});
}

void add_full_spin(std::vector<Criterion>& list, const std::vector<Series>& all, const Series* hybrid) {
  const Series* spin = find(all, "control-spin");
  list.push_back({"p50 of hybrid over p50 of full spin", ratio(hybrid, spin, quantity::p50), '<', 1.5});
  list.push_back({"p99 of hybrid over p99 of full spin", ratio(hybrid, spin, quantity::p99), '<', 1.5});
  list.push_back({"CPU of full spin over CPU of hybrid", ratio(spin, hybrid, quantity::sending_cpu_percent),
                  '>', has_all_grants(hybrid) ? 25.0 : 8.0});
}

std::string show(const std::optional<Spread>& spread) {
  return spread && spread->median < 0.1 ? text_of(spread, 4) : text_of(spread);
}

}  // namespace

bool Criterion::is_met() const noexcept {
  return measured && (relation == '<' ? measured->median <= target : measured->median >= target);
}

std::vector<Criterion> criteria(const std::vector<Series>& all, bool load) {
  const Series* hybrid = find(all, "hybrid");
  if (load)
    return {{"on target % of hybrid", spread_of(hybrid, quantity::on_target_percent), '>', 99.8},
            {"p99 us of hybrid", spread_of(hybrid, quantity::p99), '<', 10}};
  std::vector<Criterion> list;
  add_peers(list, all, hybrid);
  add_full_spin(list, all, hybrid);
  list.push_back({"average offset of hybrid, us from the expected one",
                  spread_of(hybrid, quantity::average_error), '<', 0.1});
  list.push_back({"CPU % of sleep", spread_of(find(all, "sleep"), quantity::sending_cpu_percent), '<', 3});
  return list;
}

std::string table_of(const std::vector<Criterion>& criteria) {
  Table table({"promise", "measured", "target", "met"});
  for (const auto& each : criteria)
    table.add({each.what, show(each.measured),
               fmt::format("{} {}", each.relation == '<' ? "<=" : ">=", each.target),
               !each.measured  ? "not measured"
               : each.is_met() ? "yes"
                               : "no"});
  return table.text();
}

Json to_json(const std::vector<Criterion>& criteria) {
  Json list = Json::array();
  for (const auto& each : criteria) {
    Json object{{"promise", each.what},
                {"measured", to_json(each.measured)},
                {"relation", each.relation == '<' ? "at most" : "at least"},
                {"target", each.target}};
    if (each.measured) object["met"] = each.is_met();
    list.push_back(object);
  }
  return list;
}

}  // namespace idn::bench
