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
  if (const auto count = counters.late.value(); count > 0)
    text += fmt::format("; {} came after their time", count);
  if (const auto count = counters.again.value(); count > 0) text += fmt::format("; {} came again", count);
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
          {"late", counters.late.value()},
          {"again", counters.again.value()},
          {"measured", response_times.count()},
          {"response_p50_us", cli::micros_or_null(response_times.percentile(500))},
          {"response_p99_us", cli::micros_or_null(response_times.percentile(990))},
          {"response_max_us", in_micros(response_times.longest())}};
}

namespace {

const char* to_string(TriggerOutcome::Kind kind) {
  switch (kind) {
    case TriggerOutcome::Kind::Waits:
      return "waits";
    case TriggerOutcome::Kind::Done:
      return "done";
    case TriggerOutcome::Kind::Again:
      return "again";
    case TriggerOutcome::Kind::NothingToCall:
      return "nothing to call";
    case TriggerOutcome::Kind::NotTaken:
      break;
  }
  return "not taken";
}

double late_ms(const TriggerOutcome& outcome) {
  return in_millis(outcome.told_at - *outcome.planned);
}

}  // namespace

std::string describe(const TriggerOutcome& outcome) {
  if (outcome.kind == TriggerOutcome::Kind::NotTaken)
    return fmt::format("{} is not taken: {} triggers wait for their times already", to_string(outcome.action),
                       Triggers::kMostWaiting);
  return outcome.is_late ? fmt::format("{} came {:.1f} ms after its time, done at once",
                                       to_string(outcome.action), late_ms(outcome))
                         : "";
}

nlohmann::ordered_json to_json(const TriggerOutcome& outcome) {
  const bool has_time = outcome.planned && outcome.kind == TriggerOutcome::Kind::Done;
  return {{"event", "trigger"},
          {"action", to_string(outcome.action)},
          {"id", outcome.id.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(outcome.id)},
          {"outcome", to_string(outcome.kind)},
          {"planned_unix_ns", outcome.planned ? nlohmann::ordered_json(outcome.planned->count()) : nullptr},
          {"unix_ns", outcome.told_at.count()},
          {"late_us", has_time ? nlohmann::ordered_json(late_ms(outcome) * 1e3) : nullptr}};
}

}  // namespace idn::sender
