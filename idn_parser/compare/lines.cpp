// SPDX-License-Identifier: MIT
#include "idn_parser/compare/lines.hpp"

#include <fmt/format.h>

#include "idn/dscp.hpp"

namespace idn::parser {
namespace {

/// "12 (0.34 %)"
std::string with_share(const Comparison& comparison, std::uint64_t count) {
  return fmt::format("{} ({:.3g} %)", count, 100 * comparison.share_of_sent(count));
}

std::string loss_line(const Comparison& comparison) {
  std::string text = fmt::format("{} sent, {} arrived, {} lost", comparison.sent, comparison.arrived,
                                 with_share(comparison, comparison.lost));
  if (comparison.lost > 0)
    text += fmt::format(", in {} run{} of up to {}", comparison.loss_runs, comparison.loss_runs == 1 ? "" : "s",
                        comparison.longest_loss_run);
  return text;
}

std::string order_line(const Comparison& comparison) {
  std::string text = with_share(comparison, comparison.reordered) + " out of order";
  if (comparison.reordered > 0) text += fmt::format(", by up to {} datagrams", comparison.farthest_reordered);
  return text + fmt::format("; {} duplicated, {} changed, {} received but not sent", comparison.duplicates,
                            comparison.changed, comparison.strays);
}

std::string edges_line(const Comparison& comparison) {
  if (comparison.sent_before + comparison.sent_after == 0) return {};
  return fmt::format("not counted: {} sent before the first that arrived, {} after the last one",
                     comparison.sent_before, comparison.sent_after);
}

std::string changed_line(const Comparison& comparison) {
  constexpr std::size_t kMostShown = 10;
  std::string text;
  for (const auto& each : comparison.changed_listed) {
    if (&each == &comparison.changed_listed[0] + kMostShown) return text + ", ...";
    text += fmt::format("{} {} (packet {} and {})", text.empty() ? "changed: sequence number" : ",",
                        each.sequence, each.sent_packet, each.received_packet);
  }
  return text;
}

/// "re-marked on the way: 1200 from EF to DF"
std::string remark_line(const Comparison& comparison) {
  std::string text;
  for (const auto& each : comparison.remarkings)
    text += fmt::format("{} {} from {} to {}", text.empty() ? "re-marked on the way:" : ",", each.datagrams,
                        dscp_name(each.sent), dscp_name(each.received));
  return text;
}

std::string interval_text(const analysis::RateError& drift) {
  if (!drift.interval)
    return "95 % interval cannot be told: the delay varies over more than a tenth of the time";
  return fmt::format("95 % interval {:+.3f} to {:+.3f} ppm", drift.interval->low_ppm, drift.interval->high_ppm);
}

/// "+37.012 ppm (95 % interval +36.991 to +37.033 ppm)"
std::string with_interval(const analysis::RateError& drift) {
  return fmt::format("{:+.3f} ppm ({})", drift.ppm, interval_text(drift));
}

std::string drift_note(const DelayFacts& delay) {
  if (!delay.drift) return "too few datagrams to measure the drift; none is removed";
  const std::string drift = with_interval(*delay.drift);
  if (delay.drift_removed) return "the variation is free of their drift of " + drift;
  return "their drift of " + drift + " may be 0 and stays in the variation";
}

std::string clock_line(const DelayFacts& delay) {
  if (delay.same_clock)
    return "one clock stamped both captures: delays are correct, no drift is removed" +
           (delay.drift ? "; it is " + with_interval(*delay.drift) : std::string());
  return "delays are differences of the capture times, and correct only if one clock stamped both captures; " +
         drift_note(delay);
}

}  // namespace

std::vector<std::string> comparison_lines(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.sent_key != comparison.received_key)
    lines.push_back("received as " + to_string(comparison.received_key));
  for (const auto& line : {loss_line(comparison), order_line(comparison), edges_line(comparison),
                           changed_line(comparison), remark_line(comparison)})
    if (!line.empty()) lines.push_back(line);
  if (comparison.recorded_twice > 0)
    lines.push_back(
        fmt::format("{} sent datagrams are recorded twice and count once", comparison.recorded_twice));
  if (comparison.delay) lines.push_back(clock_line(*comparison.delay));
  return lines;
}

std::vector<Row> delay_rows(const DelayFacts& delay) {
  const auto drift = delay.drift_ppm ? fmt::format("{:+.3f}", *delay.drift_ppm) : "-";
  const auto interval = delay.drift ? interval_text(*delay.drift) : "too few datagrams for an interval";
  const auto& variation = delay.variation;
  return {
      {"smallest delay", micros(delay.min), "the time of reception less that of sending"},
      {"variation p50", micros(variation.p50), "half of all delays are at most this above the smallest"},
      {"mean delay", micros(delay.mean), "of all datagrams that arrived"},
      {"variation p99", micros(variation.p99), "99 % of all delays are at most this above the smallest"},
      {"largest delay", micros(delay.max), "the slowest datagram"},
      {"variation p99.9", micros(variation.p99_9), "99.9 % of all delays are at most this above the smallest"},
      {"clock drift", {drift, "ppm"}, "second clock against the first; " + interval},
      {"largest variation", micros(variation.max), "from the fastest to the slowest datagram"},
      {"mean variation", micros(variation.mean), "mean delay above the smallest"},
      {"standard deviation", micros(variation.deviation), "of the delays"}};
}

}  // namespace idn::parser
