// SPDX-License-Identifier: MIT
#include "sender/doctor/doctor_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "cli/units.hpp"

namespace idn::sender::doctor {
namespace {

using Json = nlohmann::ordered_json;

std::string_view to_string(Better better) {
  switch (better) {
    case Better::Neither:
      return "neither";
    case Better::Now:
      return "now";
    case Better::Other:
      return "other";
    case Better::Depends:
      return "depends";
  }
  return "neither";
}

MedianInterval turned(const MedianInterval& gain) {
  return {-gain.median, -gain.high, -gain.low};
}

/// "p99 by 4.1 us (2.0 to 7.7)": the gain of the better of both ways.
std::string gain_text(std::string_view percentile, const std::optional<MedianInterval>& gain, Better better) {
  if (!gain) return fmt::format("{}: trials too short", percentile);
  if (!gain->excludes_zero()) return fmt::format("{}: no measurable effect", percentile);
  const MedianInterval shown = better == Better::Now ? turned(*gain) : *gain;
  return fmt::format("{} by {:.1f} us ({:.1f} to {:.1f})", percentile, shown.median, shown.low, shown.high);
}

std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\n      ") : std::string(1, c);
  return result;
}

std::size_t dropped_in(const std::vector<Lateness>& rounds) {
  return typical(rounds).dropped;
}

/// Empty without drops.
std::string drops_text(const SuspectResult& finding) {
  const std::size_t now = dropped_in(finding.measured.base) + dropped_in(finding.again.base);
  const std::size_t other = dropped_in(finding.measured.changed) + dropped_in(finding.again.changed);
  if (now == 0 && other == 0) return "";
  return fmt::format("    datagrams dropped for want of buffer: {} so, {} the other way\n", now, other);
}

std::string verdict(const Suspect& suspect, const Judgement& judgement) {
  const std::string gains =
      (suspect.counts_median() ? gain_text("p50", judgement.p50, judgement.better) + ", " : "") +
      gain_text("p99", judgement.p99, judgement.better) + ", " +
      gain_text("p99.9", judgement.p999, judgement.better);
  switch (judgement.better) {
    case Better::Neither:
      return fmt::format("  no measurable effect of: {}\n", suspect.other);
    case Better::Now:
      return fmt::format("  better so than: {}\n    {}\n    keep it: {}\n", suspect.other, gains,
                         indented(suspect.keeps_now));
    case Better::Other:
      return fmt::format("  better: {}\n    {}\n    keep it: {}\n", suspect.other, gains,
                         indented(suspect.keeps_other));
    case Better::Depends:
      return fmt::format("  other than: {}\n    {} (negative: worse)\n", suspect.other, gains);
  }
  return {};
}

std::string finding_text(const SuspectResult& finding) {
  const std::string title =
      fmt::format("{} ({}): {}\n", finding.suspect.what, finding.suspect.name, finding.suspect.now);
  if (!finding.refused.empty()) return title + fmt::format("  not measured: {}\n", finding.refused);
  const std::string left_out =
      finding.left_out.empty() ? "" : fmt::format("    without {}\n", finding.left_out);
  return title + verdict(finding.suspect, final_judgement(finding)) + drops_text(finding) + left_out;
}

/// Lateness over all trials with the present settings.
Lateness baseline(const DoctorReport& report, bool by_timestamps = false) {
  std::vector<Lateness> all;
  for (const SuspectResult& finding : report.findings)
    if (finding.suspect.is_before_stamp == by_timestamps)
      all.insert(all.end(), finding.measured.base.begin(), finding.measured.base.end());
  return typical(all);
}

std::string lateness_text(const Lateness& now) {
  return fmt::format("p50 {:.1f} us, p99 {:.1f} us{}{}", in_micros(now.p50), in_micros(now.p99),
                     now.p999 ? fmt::format(", p99.9 {:.1f} us", in_micros(*now.p999)) : "",
                     now.dropped > 0 ? fmt::format(", {} of {} dropped", now.dropped, now.datagrams) : "");
}

Json lateness_json(const Lateness& late) {
  return {{"datagrams", late.datagrams},
          {"p50_us", in_micros(late.p50)},
          {"p99_us", in_micros(late.p99)},
          {"p99_9_us", late.p999 ? Json(in_micros(*late.p999)) : Json(nullptr)},
          {"dropped", late.dropped}};
}

Json gain_json(const std::optional<MedianInterval>& gain) {
  if (!gain) return nullptr;
  return {{"median_us", gain->median},
          {"low_us", gain->low},
          {"high_us", gain->high},
          {"measurable", gain->excludes_zero()}};
}

Json finding_json(const SuspectResult& finding) {
  const Suspect& suspect = finding.suspect;
  Json json{{"name", suspect.name}, {"what", suspect.what}, {"now", suspect.now}, {"other", suspect.other}};
  json["refused"] = finding.refused.empty() ? Json(nullptr) : Json(finding.refused);
  if (!finding.refused.empty()) return json;
  json["left_out"] = finding.left_out.empty() ? Json(nullptr) : Json(finding.left_out);
  const Judgement judgement = final_judgement(finding);
  json["better"] = std::string(to_string(judgement.better));
  json["gain_p50"] = gain_json(judgement.p50);
  json["gain_p99"] = gain_json(judgement.p99);
  json["gain_p99_9"] = gain_json(judgement.p999);
  json["keep_now"] = suspect.keeps_now;
  json["keep_other"] = suspect.keeps_other;
  json["rounds_now"] = Json::array();
  json["rounds_other"] = Json::array();
  for (const Measured* pass : {&finding.measured, &finding.again}) {
    for (const Lateness& late : pass->base) json["rounds_now"].push_back(lateness_json(late));
    for (const Lateness& late : pass->changed) json["rounds_other"].push_back(lateness_json(late));
  }
  return json;
}

std::string stopped_text(const DoctorReport& report) {
  if (!report.stopped) return "";
  return fmt::format("; a quota stopped this program {} times, for {:.0f} ms", report.stopped->times,
                     in_millis(report.stopped->time));
}

}  // namespace

Judgement first_judgement(const SuspectResult& finding) {
  return judge(finding.measured, finding.suspect.counts_median());
}

Judgement final_judgement(const SuspectResult& finding) {
  const Judgement first = first_judgement(finding);
  if (finding.again.base.empty()) return first;
  Judgement second = judge(finding.again, finding.suspect.counts_median());
  if (second.better != first.better) second.better = Better::Neither;
  return second;
}

Duration expected_duration(const DoctorOptions& options, std::size_t suspects) noexcept {
  // Start of threads and sockets, and calibration of the guard, for each trial.
  constexpr Duration kTrialOverhead = std::chrono::milliseconds(20);
  return (options.trial.length + options.trial.settling + kTrialOverhead) *
         static_cast<Duration::rep>(2 * suspects * options.rounds);
}

std::string announcement(const DoctorOptions& options, std::size_t suspects) {
  const std::string stream =
      options.trial.port != 0
          ? fmt::format("What arrives at port {} by {}", options.trial.port, options.examine.device.name)
          : fmt::format("Dark samples to loopback, a datagram each {:.0f} us, --wait {}",
                        in_micros(options.trial.tick), to_string(options.trial.wait));
  return fmt::format(
      "{} suspects, {} rounds of 2 trials each, {:.0f} ms per trial: takes about {}, and at most twice that, "
      "since "
      "effects are measured again; seed {}. {}",
      suspects, options.rounds, in_millis(options.trial.length),
      cli::format_elapsed(expected_duration(options, suspects)), options.seed, stream);
}

std::string doctor_text(const DoctorReport& report) {
  const bool receives = report.options.examine.direction == Direction::Receive;
  const Lateness now = baseline(report), by_timestamps = baseline(report, true);
  std::string text;
  if (now.datagrams > 0)
    text = fmt::format("{} as it is: {}\n", receives ? "read late, from the kernel's stamp," : "late",
                       lateness_text(now));
  if (by_timestamps.datagrams > 0)
    text += fmt::format("read late by the timestamps of the stream (*), as it is: {}\n",
                        lateness_text(by_timestamps));
  text += fmt::format("steal time {:.2f} %{}\n\n", report.steal_percent, stopped_text(report));
  for (const SuspectResult& finding : report.findings)
    text += (finding.suspect.is_before_stamp ? "* " : "") + finding_text(finding);
  if (!report.remarks.empty()) text += "\nnot measured\n";
  for (const Remark& remark : report.remarks)
    text += fmt::format("  {} ({}): {}\n", remark.what, remark.name, remark.state);
  return text;
}

std::string doctor_json(const DoctorReport& report) {
  const DoctorOptions& options = report.options;
  Json json{{"schema", 1},
            {"rounds", options.rounds},
            {"seed", options.seed},
            {"trial_ms", in_millis(options.trial.length)},
            {"tick_us", in_micros(options.trial.tick)},
            {"wait", std::string(to_string(options.trial.wait))},
            {"steal_percent", report.steal_percent}};
  json["stopped_by_quota"] = report.stopped ? Json(report.stopped->times) : Json(nullptr);
  if (options.examine.direction == Direction::Receive) json["device"] = options.examine.device.name;
  json["as_it_is"] = lateness_json(baseline(report));
  if (options.examine.direction == Direction::Receive)
    json["by_timestamps"] = lateness_json(baseline(report, true));
  json["suspects"] = Json::array();
  for (const SuspectResult& finding : report.findings) {
    json["suspects"].push_back(finding_json(finding));
    if (finding.suspect.is_before_stamp) json["suspects"].back()["by_timestamps"] = true;
  }
  json["not_measured"] = Json::array();
  for (const Remark& remark : report.remarks)
    json["not_measured"].push_back({{"name", remark.name}, {"what", remark.what}, {"state", remark.state}});
  return cli::json_line(json);
}

}  // namespace idn::sender::doctor
