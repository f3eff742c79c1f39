// SPDX-License-Identifier: MIT
#include "latency/report/light.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "idn/analysis/latency/summary.hpp"

namespace idn::latency {

using analysis::latency::LightMeasurement;
using nlohmann::ordered_json;

std::string light_text(const LightMeasurement& take) {
  const auto spread = analysis::latency::percentiles_of(take.latencies);
  std::string text;
  if (!take.latencies.empty())
    text += fmt::format("{:<7}{:>10}{:>10}{:>10}{:>10}\n{:<7}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}\n\n", "ms",
                        "min", "p50", "p99", "max", "light", in_millis(spread.min), in_millis(spread.p50),
                        in_millis(spread.p99), in_millis(spread.max));
  return text + fmt::format("{} triggers, {} with light, {} without, {} while it was lit\n", take.triggers,
                            take.latencies.size(), take.without_light, take.already_lit);
}

std::string light_json(const LightMeasurement& take, double sample_rate, bool each) {
  const auto spread = analysis::latency::percentiles_of(take.latencies);
  ordered_json page{{"schema", 1},
                    {"sample_rate", sample_rate},
                    {"triggers",
                     {{"found", take.triggers},
                      {"with_light", take.latencies.size()},
                      {"without_light", take.without_light},
                      {"already_lit", take.already_lit}}},
                    {"light", nullptr}};
  if (!take.latencies.empty())
    page["light"] = {{"min_us", in_micros(spread.min)},
                     {"p50_us", in_micros(spread.p50)},
                     {"p99_us", in_micros(spread.p99)},
                     {"max_us", in_micros(spread.max)}};
  if (each) {
    page["each_us"] = ordered_json::array();
    for (const Duration latency : take.latencies) page["each_us"].push_back(in_micros(latency));
  }
  return cli::json_page(page);
}

}  // namespace idn::latency
