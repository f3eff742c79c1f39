// SPDX-License-Identifier: MIT
#include "sender/timers/timer_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "idn/io/send/clock.hpp"

namespace idn::sender {
namespace {

using Json = nlohmann::ordered_json;

bool has_priority(const TimerReport& report) {
  return std::ranges::any_of(report.grants,
                             [](const io::Grant& g) { return g.what == "real-time priority" && g.granted; });
}

/// The row of --wait hybrid, as which each of the two threads of --wait auto waits; with real-time priority if
/// measured.
const WaitRow* default_row(const TimerReport& report) {
  const WaitRow* found = nullptr;
  for (const WaitRow& row : report.rows)
    if (row.guard && (row.realtime || found == nullptr)) found = &row;
  return found;
}

std::string line(const WaitRow& row) {
  return fmt::format("  {:<22} {:<9} {:9.1f} {:9.1f} {:9.1f} {:9.1f} {:6}{}\n", row.wait,
                     row.realtime ? "real-time" : "", in_micros(row.late.p50), in_micros(row.late.p90),
                     in_micros(row.late.p99), in_micros(row.late.most), row.late.waits,
                     row.guard ? fmt::format("  guard {:.0f} us", in_micros(*row.guard)) : "");
}

Json row_json(const WaitRow& row) {
  return {{"wait", row.wait},
          {"realtime", row.realtime},
          {"waits", row.late.waits},
          {"p50_us", in_micros(row.late.p50)},
          {"p90_us", in_micros(row.late.p90)},
          {"p99_us", in_micros(row.late.p99)},
          {"max_us", in_micros(row.late.most)},
          {"guard_us", row.guard ? Json(in_micros(*row.guard)) : Json(nullptr)}};
}

}  // namespace

std::string recommendation(const TimerReport& report) {
  const WaitRow* row = default_row(report);
  if (row == nullptr) return "nothing was measured";
  const std::string help = has_priority(report) ? "" : "; real-time priority, which is refused, would help";
  if (*row->guard >= io::SpinGuard::kLongest)
    return fmt::format("sleeps end too late here for the longest guard of {:.0f} us: use --wait spin{}",
                       in_micros(io::SpinGuard::kLongest), help);
  return fmt::format(
      "hybrid needs a guard of about {:.0f} us here and is then late by {:.1f} us at most in 99 "
      "of 100 waits{}",
      in_micros(*row->guard), in_micros(row->late.p99), help);
}

std::string timer_text(const TimerReport& report) {
  std::string text = fmt::format("clock: steps of {} ns\n", report.granularity.count());
  for (const auto& grant : report.grants)
    text += fmt::format("{}: {}{}\n", grant.what, grant.granted ? "" : "not granted, ", grant.detail);
  for (const auto& fact : report.facts) text += fmt::format("{}: {}\n", fact.what, fact.value);
  text += fmt::format("\nlate after waits of 1 ms, in us\n  {:<32} {:>9} {:>9} {:>9} {:>9} {:>6}\n", "", "p50",
                      "p90", "p99", "max", "waits");
  for (const WaitRow& row : report.rows) text += line(row);
  return text + '\n' + recommendation(report) + '\n';
}

std::string timer_json(const TimerReport& report) {
  Json json{{"clock_granularity_ns", report.granularity.count()}};
  json["grants"] = Json::array();
  for (const auto& grant : report.grants)
    json["grants"].push_back({{"what", grant.what}, {"granted", grant.granted}, {"detail", grant.detail}});
  json["system"] = Json::object();
  for (const auto& fact : report.facts) json["system"][fact.what] = fact.value;
  json["waits"] = Json::array();
  for (const WaitRow& row : report.rows) json["waits"].push_back(row_json(row));
  json["recommendation"] = recommendation(report);
  return cli::json_line(json);
}

}  // namespace idn::sender
