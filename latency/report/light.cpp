// SPDX-License-Identifier: MIT
#include "latency/report/light.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"
#include "latency/model/summary.hpp"

namespace idn::latency {

using nlohmann::ordered_json;

std::string light_text(const LightMeasurement& measurement) {
  const auto spread = percentiles_of(measurement.latencies);
  std::string text;
  if (!measurement.latencies.empty())
    text += fmt::format("{:<7}{:>10}{:>10}{:>10}{:>10}\n{:<7}{:>10.3f}{:>10}{:>10}{:>10.3f}\n\n", "ms", "min",
                        "p50", "p99", "max", "light", in_millis(spread.min), cli::millis_or_dash(spread.p50, 3),
                        cli::millis_or_dash(spread.p99, 3), in_millis(spread.max));
  return text + fmt::format("{} triggers, {} with light, {} without, {} while it was lit\n",
                            measurement.triggers, measurement.latencies.size(), measurement.without_light,
                            measurement.already_lit);
}

std::string light_json(const LightMeasurement& measurement, double sample_rate, bool each) {
  const auto spread = percentiles_of(measurement.latencies);
  ordered_json page{{"schema", 1},
                    {"sample_rate", sample_rate},
                    {"triggers",
                     {{"found", measurement.triggers},
                      {"with_light", measurement.latencies.size()},
                      {"without_light", measurement.without_light},
                      {"already_lit", measurement.already_lit}}},
                    {"light", nullptr}};
  if (!measurement.latencies.empty())
    page["light"] = {{"min_us", in_micros(spread.min)},
                     {"p50_us", cli::micros_or_null(spread.p50)},
                     {"p99_us", cli::micros_or_null(spread.p99)},
                     {"max_us", in_micros(spread.max)}};
  if (each) {
    page["each_us"] = ordered_json::array();
    for (const Duration latency : measurement.latencies) page["each_us"].push_back(in_micros(latency));
  }
  return cli::json_page(page);
}

}  // namespace idn::latency
