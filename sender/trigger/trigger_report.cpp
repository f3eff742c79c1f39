// SPDX-License-Identifier: MIT
#include "sender/trigger/trigger_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/timing_json.hpp"
#include "cli/units.hpp"

namespace idn::sender {

std::string describe(const TriggerCounters& counters, const DurationHistogram& response_times) {
  std::string text = fmt::format("{} dark, {} light, {} next, {} previous, {} cue, {} brightness",
                                 counters.dark.value(), counters.light.value(), counters.next.value(),
                                 counters.previous.value(), counters.cue.value(), counters.brightness.value());
  if (const auto count = counters.nothing_to_call.value(); count > 0)
    text += fmt::format("; {} without such a cue", count);
  if (const auto count = counters.released.value(); count > 0) text += fmt::format("; {} let go", count);
  if (const auto count = counters.not_understood.value(); count > 0)
    text += fmt::format("; {} not understood", count);
  if (response_times.count() > 0)
    text +=
        fmt::format("; next datagram after p50 {} ms, p99 {} ms, max {:.2f} ms",
                    cli::millis_or_dash(response_times.percentile(500)),
                    cli::millis_or_dash(response_times.percentile(990)), in_millis(response_times.longest()));
  return text;
}

nlohmann::ordered_json to_json(const TriggerCounters& counters, const DurationHistogram& response_times) {
  return {{"event", "triggers"},
          {"dark", counters.dark.value()},
          {"light", counters.light.value()},
          {"next", counters.next.value()},
          {"previous", counters.previous.value()},
          {"cue", counters.cue.value()},
          {"brightness", counters.brightness.value()},
          {"nothing_to_call", counters.nothing_to_call.value()},
          {"released", counters.released.value()},
          {"not_understood", counters.not_understood.value()},
          {"measured", response_times.count()},
          {"response_p50_us", cli::micros_or_null(response_times.percentile(500))},
          {"response_p99_us", cli::micros_or_null(response_times.percentile(990))},
          {"response_max_us", in_micros(response_times.longest())}};
}

}  // namespace idn::sender
