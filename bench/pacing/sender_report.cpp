// SPDX-License-Identifier: MIT
#include "bench/pacing/sender_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace idn::bench {
namespace {

using nlohmann::json;

std::optional<double> number_in(const json& object, const char* name) {
  const auto value = object.find(name);
  if (value == object.end() || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

void add_grant(const json& grant, SenderReport& report) {
  const std::string what = grant.value("what", "");
  const bool granted = grant.value("granted", false);
  report.grants += fmt::format("{}{} {}", report.grants.empty() ? "" : ", ", what,
                               granted ? grant.value("detail", "granted") : "refused");
}

void add_event(const json& event, SenderReport& report) {
  if (const auto guard = number_in(event, "guard_us")) report.guard_us = guard;
  if (const auto cpu = number_in(event, "tick_cpu_percent")) report.tick_cpu_percent = cpu;
  for (const auto& grant : event.value("grants", json::array())) add_grant(grant, report);
}

}  // namespace

SenderReport parse_sender_report(const std::string& output) {
  SenderReport report;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const json event = json::parse(line, nullptr, false);
    if (event.is_object()) add_event(event, report);
  }
  return report;
}

}  // namespace idn::bench
