// SPDX-License-Identifier: MIT
#include "idn_server/report/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace idn::server {
namespace {

using Json = nlohmann::ordered_json;

std::string faults_line(std::string_view direction, const FaultCounters& counters) {
  if (counters.offered == 0) return {};
  std::string text;
  for (const auto& [name, count] : named(counters)) {
    if (count == 0) continue;
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    text += fmt::format("{} {} {}", text.empty() ? "" : ",", count, words);
  }
  return fmt::format("faults    {}:{}\n", direction, text);
}

Json counters_json(const FaultCounters& counters) {
  Json json = Json::object();
  for (const auto& [name, count] : named(counters)) json[std::string(name)] = count;
  return json;
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string faults_lines(const FaultReport& faults) {
  return faults_line("arriving", faults.arriving) + faults_line("answered", faults.answered);
}

Json faults_json(const FaultReport& faults) {
  return {{"arriving", counters_json(faults.arriving)}, {"answered", counters_json(faults.answered)}};
}

Json recording_json(const cli::RecordingFacts& recording) {
  return {{"file", recording.path},
          {"files", recording.files},
          {"packets", recording.packets},
          {"octets", recording.octets},
          {"missing_packets", recording.missing},
          {"disk_too_slow_for", recording.too_slow},
          {"fault", recording.fault ? Json(recording.fault.message()) : Json(nullptr)}};
}

}  // namespace idn::server
