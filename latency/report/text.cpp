// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/units.hpp"
#include "latency/report/report.hpp"

namespace idn::latency {
namespace {

std::string percentiles_row(std::string_view name, const Percentiles& spread,
                            const std::optional<LatencyRange>& expected) {
  std::string row = fmt::format("{:<7}{:>10.3f}{:>10}{:>10}{:>10}{:>10.3f}", name, in_millis(spread.min),
                                cli::millis_or_dash(spread.p50, 3), cli::millis_or_dash(spread.p99, 3),
                                cli::millis_or_dash(spread.p999, 3), in_millis(spread.max));
  if (expected) row += fmt::format("{:>12.3f}", in_millis(expected->p50));
  return row + "\n";
}

std::string expectation_row(std::string_view name, const LatencyRange& time) {
  return fmt::format("{:<7}{:>10.3f}{:>10.3f}{:>10.3f}\n", name, in_millis(time.min), in_millis(time.p50),
                     in_millis(time.max));
}

std::string table(const LatencyReport& result, const std::optional<Estimate>& expected) {
  std::string text = fmt::format("{:<7}{:>10}{:>10}{:>10}{:>10}{:>10}{}\n", "ms", "min", "p50", "p99", "p99.9",
                                 "max", expected ? "    estimated" : "");
  for (const Stage stage : kStages)
    text += percentiles_row(to_string(stage), result.summary[stage],
                            expected ? std::optional((*expected)[stage]) : std::nullopt);
  return text + percentiles_row("whole", result.summary.whole,
                                expected ? std::optional(expected->whole) : std::nullopt);
}

}  // namespace

std::string_view stamps_line(const MeasureOptions& options, const LatencyReport& result) {
  if (options.is_by_program())
    return "The due times of another program are those of its timestamps; its stack and wire count as late.\n";
  switch (result.stamp) {
    case io::TimestampSource::Hardware:
      return "Stack ends at the network card's time stamp.\n";
    case io::TimestampSource::Software:
      return "Stack ends at the kernel's time stamp.\n";
    case io::TimestampSource::Missing:
      break;
  }
  return "This system has no transmit time stamps: wire counts as stack.\n";
}

std::string remote_line(const MeasureOptions& options, const LatencyReport& result) {
  if (!result.remote) return {};
  return fmt::format(
      "{} cannot be measured inside: it reports {:.3f} ms of latency; wire is half of the smallest round trip, "
      "give or "
      "take "
      "{:.3f} ms.\n",
      options.receiver, in_millis(result.remote->latency), in_millis(result.remote->round_trip / 2));
}

namespace {

std::string end_to_end_line(const PathOptions& options, const Estimate& estimate) {
  const Duration margin = client::share_latency(options.end_to_end, options.rate).margin;
  const double left = in_millis(options.end_to_end - margin - estimate.whole.max);
  const std::string limit = fmt::format("{:g} ms end to end: ", in_millis(options.end_to_end));
  if (!options.has_buffer)
    return limit +
           fmt::format(
               "the buffer of the receiver may be {:.2f} ms; each millisecond less of it is 200 km more\n",
               in_millis(options.buffer));
  if (left < 0) return limit + fmt::format("too long by {:.2f} ms\n", -left);
  return limit + fmt::format("{:.0f} km of fibre are left\n", left * kKilometresPerMillisecond);
}

}  // namespace

std::string estimate_text(const PathOptions& options, const Estimate& estimate) {
  std::string text = description(options) + "\n\n";
  text += fmt::format("{:<7}{:>10}{:>10}{:>10}\n", "ms", "min", "p50", "max");
  for (const Stage stage : kStages) text += expectation_row(to_string(stage), estimate[stage]);
  text += expectation_row("whole", estimate.whole);
  if (options.end_to_end > Duration{0}) text += "\n" + end_to_end_line(options, estimate);
  return text;
}

std::string measure_text(const MeasureOptions& options, const LatencyReport& result) {
  std::string text = description(options) + "\n\n";
  text += table(result, is_estimable(options) ? std::optional(estimate_of(options)) : std::nullopt);
  text += fmt::format("\n{} triggers, {} seen, {} not in time, {} lost\n", result.sent, result.triggers.size(),
                      result.not_in_time, result.lost);
  if (options.is_gapless() && !result.remote)
    text += fmt::format("Dark share: {:.4f} %\n", 100 * result.light.dark_share());
  if (options.draws_all())
    text += fmt::format("{} pictures, {} repeated, {} skipped, {} torn\n", result.pictures.shown,
                        result.pictures.repeated, result.pictures.skipped, result.pictures.torn);
  if (result.dropped > 0) text += fmt::format("The receiver's kernel dropped {} datagrams.\n", result.dropped);
  return text + std::string(stamps_line(options, result)) + remote_line(options, result);
}

}  // namespace idn::latency
