// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/version.hpp"
#include "idn_parser/compare/comparison_report.hpp"
#include "idn_parser/report/measure_json.hpp"

namespace idn::parser {
namespace {

Json key_json(const ConnectionKey& key) {
  return {
      {"client", to_string(key.client)}, {"server", to_string(key.server)}, {"client_group", key.client_group}};
}

Json changed_json(const Comparison& comparison) {
  Json list = Json::array();
  for (const auto& each : comparison.changed_listed)
    list.push_back({{"sequence", each.sequence},
                    {"sent_packet", each.sent_packet},
                    {"received_packet", each.received_packet}});
  return list;
}

Json remarkings_json(const Comparison& comparison) {
  Json list = Json::array();
  for (const auto& each : comparison.remarkings)
    list.push_back({{"sent_dscp", each.sent}, {"received_dscp", each.received}, {"datagrams", each.datagrams}});
  return list;
}

Json comparison_json(const Comparison& comparison) {
  Json json{{"sent_as", key_json(comparison.sent_key)}, {"received_as", key_json(comparison.received_key)}};
  add_numbers(comparison_table(), comparison, json);
  json["sent_before_the_first_arrival"] = comparison.sent_before;
  json["sent_after_the_last_arrival"] = comparison.sent_after;
  json["recorded_twice"] = comparison.recorded_twice;
  json["drift_removed"] = comparison.delay && comparison.delay->drift_removed;
  json["remarkings"] = remarkings_json(comparison);
  json["changed_listed"] = changed_json(comparison);
  return json;
}

}  // namespace

std::string to_json(const ComparisonReport& outcome) {
  Json json{{"schema", kOutcomeSchema},
            {"program", "idn_parser compare"},
            {"version", cli::kVersion},
            {"sent", outcome.sent_file},
            {"received", outcome.received_file}};
  json["connections"] = Json::array();
  for (const auto& comparison : outcome.comparisons) json["connections"].push_back(comparison_json(comparison));
  json["limits_checked"] = or_null(outcome.limits);
  json["findings"] = texts_of(outcome.findings);
  return cli::json_page(json);
}

}  // namespace idn::parser
