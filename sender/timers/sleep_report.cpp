// SPDX-License-Identifier: MIT
#include "sender/timers/sleep_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "idn/time.hpp"

namespace idn::sender {
namespace {

using Json = nlohmann::ordered_json;

/// A percentile that the waits suffice for: at least one wait is beyond it.
std::optional<double> percentile(Duration value, std::size_t waits, std::size_t least) {
  return waits >= least ? std::optional(in_micros(value)) : std::nullopt;
}

std::optional<double> p99(const Oversleep& late) {
  return percentile(late.p99, late.waits, 100);
}

std::optional<double> p99_9(const Oversleep& late) {
  return percentile(late.p99_9, late.waits, 1000);
}

std::string cell(std::optional<double> value) {
  return value ? fmt::format("{:9.1f}", *value) : fmt::format("{:>9}", "-");
}

std::string line(const SleepRow& row) {
  return fmt::format("  {:>4g} ms  {:<30} {} {} {} {} {:6}\n", in_millis(row.wait), row.function,
                     cell(in_micros(row.late.p50)), cell(p99(row.late)), cell(p99_9(row.late)),
                     cell(in_micros(row.late.most)), row.late.waits);
}

Json row_json(const SleepRow& row) {
  return {{"function", row.function},
          {"wait_us", in_micros(row.wait)},
          {"realtime", row.realtime},
          {"waits", row.late.waits},
          {"p50_us", in_micros(row.late.p50)},
          {"p99_us", cli::or_null(p99(row.late))},
          {"p99_9_us", cli::or_null(p99_9(row.late))},
          {"max_us", in_micros(row.late.most)}};
}

}  // namespace

std::string sleep_text(const SleepReport& report) {
  std::string text;
  for (const auto& grant : report.grants)
    text += fmt::format("{}: {}{}\n", grant.what, grant.granted ? "" : "not granted, ", grant.detail);
  for (const auto& fact : report.facts) text += fmt::format("{}: {}\n", fact.what, fact.value);
  for (const bool realtime : {false, true}) {
    text += fmt::format("\nlate in us, {} real-time priority\n  {:>7}  {:<30} {:>9} {:>9} {:>9} {:>9} {:>6}\n",
                        realtime ? "with" : "without", "sleep", "", "p50", "p99", "p99.9", "max", "waits");
    for (const SleepRow& row : report.rows)
      if (row.realtime == realtime) text += line(row);
  }
  return text;
}

std::string sleep_json(const SleepReport& report) {
  Json json;
  json["grants"] = Json::array();
  for (const auto& grant : report.grants)
    json["grants"].push_back({{"what", grant.what}, {"granted", grant.granted}, {"detail", grant.detail}});
  json["system"] = Json::object();
  for (const auto& fact : report.facts) json["system"][fact.what] = fact.value;
  json["functions"] = Json::array();
  for (const SleepRow& row : report.rows) json["functions"].push_back(row_json(row));
  return cli::json_line(json);
}

}  // namespace idn::sender
