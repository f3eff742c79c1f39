// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/version.hpp"
#include "idn_parser/diff/report_diff.hpp"
#include "idn_parser/json.hpp"
#include "idn_parser/report/layout.hpp"
#include "idn_parser/report/measure_json.hpp"

namespace idn::parser {
namespace {

std::string number(const std::optional<double>& value, bool has_sign = false) {
  if (!value) return "-";
  return has_sign ? fmt::format("{:+.6g}", *value) : fmt::format("{:.10g}", std::round(*value * 1e6) / 1e6);
}

std::string relative(const Change& change) {
  if (!change.amount() || *change.before == 0 || *change.amount() == 0) return "";
  return fmt::format("{:+.2f} %", 100 * *change.amount() / std::abs(*change.before));
}

std::string stream_text(const StreamDiff& stream) {
  std::vector<std::vector<std::string>> rows{{"", "first", "second", "change", ""}};
  for (const Change& change : stream.changes)
    rows.push_back({std::string(change.metric), number(change.before), number(change.after),
                    number(change.amount(), true), relative(change)});
  std::string out = "\n" + wrapped(stream.key, 0) + wrapped("first: " + stream.before, 2);
  return out + wrapped("second: " + stream.after, 2) + "\n" + columns(rows);
}

Json stream_json(const StreamDiff& stream) {
  Json metrics = Json::object();
  for (const Change& change : stream.changes)
    metrics[std::string(change.metric)] = {{"first", or_null(change.before)},
                                           {"second", or_null(change.after)},
                                           {"change", or_null(change.amount())}};
  return {{"key", stream.key}, {"first", stream.before}, {"second", stream.after}, {"metrics", metrics}};
}

}  // namespace

std::string to_text(const ReportDiff& difference) {
  std::string out = wrapped(fmt::format("{} and {}", difference.before_file, difference.after_file), 0);
  for (const auto& stream : difference.streams) out += stream_text(stream);
  return out + verdict_text(texts_of(difference.findings), std::nullopt);
}

std::string to_json(const ReportDiff& difference) {
  Json json{{"schema", 2},
            {"program", "idn_parser diff"},
            {"version", cli::kVersion},
            {"first", difference.before_file},
            {"second", difference.after_file}};
  json["streams"] = Json::array();
  for (const auto& stream : difference.streams) json["streams"].push_back(stream_json(stream));
  json["findings"] = texts_of(difference.findings);
  return cli::json_page(json);
}

}  // namespace idn::parser
