// SPDX-License-Identifier: MIT
#include "bench/pacing/criteria.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace idn::bench {
namespace {

using enum Criterion::Relation;

/// The wait that idn_sender and devices have unless another is asked for.
constexpr char kDefault[] = "auto";

bool has(const std::vector<Series>& all, const std::string& key) {
  return std::ranges::any_of(all, [&](const Series& series) { return series.contender.key == key; });
}

bool has_peers(const std::vector<Series>& all) {
  return std::ranges::any_of(all, [](const Series& series) { return series.contender.family == Family::Peer; });
}

/// Nothing if one of the two has no rounds.
std::optional<Spread> ratio_if_measured(const Series* upper, const Series* lower, const Quantity& quantity) {
  if (upper == nullptr || lower == nullptr) return std::nullopt;
  return bench::ratio(*upper, *lower, quantity);
}

std::optional<Spread> spread_if_measured(const Series* series, const Quantity& quantity) {
  return series == nullptr ? std::nullopt : bench::spread_of(*series, quantity);
}

std::string title_of(const Series* peer) {
  return peer == nullptr ? "the best sender of another project" : peer->contender.title;
}

void add_peers(std::vector<Criterion>& list, const std::vector<Series>& all) {
  const Series* standard = find(all, kDefault);
  const Series* median = best_of(all, Family::Peer, quantity::p50);
  const Series* tail = best_of(all, Family::Peer, quantity::p99);
  list.push_back({fmt::format("p50 of {} over p50 of auto", title_of(median)),
                  ratio_if_measured(median, standard, quantity::p50), AtLeast, 10});
  list.push_back({fmt::format("p99 of {} over p99 of auto", title_of(tail)),
                  ratio_if_measured(tail, standard, quantity::p99), AtLeast, 3});
}

/// A device of the client layer, compared with other libraries that applications could use.
void add_device(std::vector<Criterion>& list, const std::vector<Series>& all) {
  const Series* device = find(all, "device");
  const Series* median = best_of(all, Family::Peer, quantity::p50);
  const Series* tail = best_of(all, Family::Peer, quantity::p99);
  list.push_back({fmt::format("p50 of {} over p50 of a device", title_of(median)),
                  ratio_if_measured(median, device, quantity::p50), AtLeast, 1});
  list.push_back({fmt::format("p99 of {} over p99 of a device", title_of(tail)),
                  ratio_if_measured(tail, device, quantity::p99), AtLeast, 1});
  list.push_back({fmt::format("on target of a device over that of {}", title_of(tail)),
                  ratio_if_measured(device, tail, quantity::on_target_percent), AtLeast, 1});
}

void add_full_spin(std::vector<Criterion>& list, const std::vector<Series>& all) {
  const Series* standard = find(all, kDefault);
  const Series* spin = find(all, "control-spin");
  list.push_back(
      {"p50 of auto over p50 of full spin", ratio_if_measured(standard, spin, quantity::p50), AtMost, 1.5});
  list.push_back(
      {"p99 of auto over p99 of full spin", ratio_if_measured(standard, spin, quantity::p99), AtMost, 1.5});
  list.push_back(
      {"process CPU % of auto", spread_if_measured(standard, quantity::process_cpu_percent), AtMost, 17});
}

void add_sleep(std::vector<Criterion>& list, const std::vector<Series>& all) {
  const Series* sleep = find(all, "sleep");
  const Series* median = best_of(all, Family::Peer, quantity::p50);
  if (has_peers(all))
    list.push_back({fmt::format("p50 of {} over p50 of sleep", title_of(median)),
                    ratio_if_measured(median, sleep, quantity::p50), AtLeast, 1});
  list.push_back({"CPU % of sleep", spread_if_measured(sleep, quantity::sending_cpu_percent), AtMost, 3});
}

/// The plug-in libidn_libera in a host. Only if idn_sender itself is on target on this machine.
void add_libera(std::vector<Criterion>& list, const std::vector<Series>& all) {
  constexpr double kOnTarget = 99;
  const auto standard = spread_if_measured(find(all, kDefault), quantity::on_target_percent);
  if (!standard || standard->median < kOnTarget) return;
  for (const std::string key : {"libera", "libera-search"})
    if (has(all, key))
      list.push_back({"on target % of " + key, spread_if_measured(find(all, key), quantity::on_target_percent),
                      AtLeast, kOnTarget});
}

std::vector<Criterion> under_load(const std::vector<Series>& all) {
  const Series* standard = find(all, kDefault);
  return {{"on target % of auto", spread_if_measured(standard, quantity::on_target_percent), AtLeast, 99.8},
          {"p99 us of auto", spread_if_measured(standard, quantity::p99), AtMost, 10}};
}

}  // namespace

std::vector<Criterion> pacing_criteria(const std::vector<Series>& all, bool load) {
  const bool has_default = has(all, kDefault);
  if (load) return has_default ? under_load(all) : std::vector<Criterion>{};
  std::vector<Criterion> list;
  if (has_default && has_peers(all)) add_peers(list, all);
  if (has(all, "device") && has_peers(all)) add_device(list, all);
  if (has_default && has(all, "control-spin")) add_full_spin(list, all);
  if (has(all, "sleep")) add_sleep(list, all);
  add_libera(list, all);
  if (has_default)
    list.push_back({"average offset of auto, us from the expected one",
                    spread_if_measured(find(all, kDefault), quantity::average_error), AtMost, 0.1});
  return list;
}

}  // namespace idn::bench
