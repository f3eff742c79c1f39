// SPDX-License-Identifier: MIT
#include "sender/doctor/watch/watch_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/text.hpp"

namespace idn::sender::doctor {
namespace {

using Json = nlohmann::ordered_json;

struct Count {
  std::string cause;
  std::size_t ticks = 0;
  Duration worst{0};
};

/// "preempted by stress", "interrupt: softirq NET_RX".
std::string named(const LateTick& tick) {
  const std::string detail = cli::printable(tick.detail);
  if (detail.empty()) return std::string(to_string(tick.cause));
  return fmt::format("{}{}{}", to_string(tick.cause),
                     tick.cause == Cause::Preempted || tick.cause == Cause::HeldUp ? " by " : ": ", detail);
}

/// The most frequent first.
std::vector<Count> counts(const std::vector<LateTick>& ticks) {
  std::vector<Count> all;
  for (const LateTick& tick : ticks) {
    const std::string cause = named(tick);
    auto found = std::ranges::find(all, cause, &Count::cause);
    if (found == all.end()) found = all.insert(all.end(), {.cause = cause});
    ++found->ticks;
    found->worst = std::max(found->worst, tick.late);
  }
  std::ranges::stable_sort(all, std::greater(), &Count::ticks);
  return all;
}

Json tick_json(const LateTick& tick) {
  return {{"due_ns", tick.due.time_since_epoch().count()},
          {"late_us", in_micros(tick.late)},
          {"cause", std::string(to_string(tick.cause))},
          {"detail", tick.detail},
          {"explained_us", in_micros(tick.share)}};
}

}  // namespace

std::string watch_text(const WatchReport& report, std::size_t most) {
  if (report.threads == 0)
    return "no thread to watch: the command has to stream with libidn, as idn_sender does\n";
  std::string text = fmt::format("{} late ticks of {} thread{}{}\n", report.ticks.size(), report.threads,
                                 report.threads == 1 ? "" : "s",
                                 report.lost > 0 ? fmt::format("; the trace has {} gaps", report.lost) : "");
  for (const Count& count : counts(report.ticks))
    text += fmt::format("  {:6}  {}, worst {:.0f} us\n", count.ticks, count.cause, in_micros(count.worst));
  std::vector<LateTick> worst = report.ticks;
  std::ranges::stable_sort(worst, std::greater(), &LateTick::late);
  if (worst.size() > most) worst.resize(most);
  if (!worst.empty()) text += "\nthe worst\n";
  for (const LateTick& tick : worst)
    text += fmt::format("  at {:.6f} s: {:.0f} us late, {:.0f} us of them {}\n",
                        in_seconds(tick.due.time_since_epoch()), in_micros(tick.late), in_micros(tick.share),
                        named(tick));
  return text;
}

std::string watch_json(const WatchReport& report) {
  Json json{{"schema", 1}, {"threads", report.threads}, {"gaps", report.lost}, {"exit_code", report.exit_code}};
  json["causes"] = Json::array();
  for (const Count& count : counts(report.ticks))
    json["causes"].push_back(
        {{"cause", count.cause}, {"ticks", count.ticks}, {"worst_us", in_micros(count.worst)}});
  json["late_ticks"] = Json::array();
  for (const LateTick& tick : report.ticks) json["late_ticks"].push_back(tick_json(tick));
  return cli::json_line(json);
}

}  // namespace idn::sender::doctor
