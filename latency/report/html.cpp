// SPDX-License-Identifier: MIT
// A self-contained page: style and figures (SVG) are inline; no scripts, no external files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/units.hpp"
#include "latency/report/report.hpp"
#include "latency/report/style.hpp"

namespace idn::latency {
namespace {

constexpr double kWidth = 900, kLeft = 80, kRight = 40;
constexpr std::size_t kBins = 60;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string figure(double height, std::string_view title, std::string_view content, std::string_view caption) {
  return fmt::format(
      "<figure><svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">{}</svg>"
      "<figcaption>{}</figcaption></figure>\n",
      kWidth, height, title, content, caption);
}

/// "0.05 ms", "12 ms": three digits.
std::string millis(double value) {
  return fmt::format("{:.3g} ms", value);
}

/// A stacked bar: the stages in sequence, with widths proportional to their times.
std::string stage_bar(double top, std::string_view name, const std::array<double, kStages.size()>& times,
                      double longest) {
  std::string out = fmt::format("<text class=\"count\" x=\"{}\" y=\"{}\">{}</text>", kLeft - 8, top + 20, name);
  double at = kLeft;
  for (const Stage stage : kStages) {
    const double time = std::max(times[static_cast<std::size_t>(stage)], 0.0);
    const double width = longest > 0 ? time / longest * (kWidth - kLeft - kRight) : 0;
    out += fmt::format(
        "<rect class=\"stage{}\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"28\"><title>{} "
        "{}</title></rect>",
        static_cast<int>(stage), at, top, width, to_string(stage), millis(time));
    if (width > 70)
      out += fmt::format("<text class=\"on\" x=\"{:.2f}\" y=\"{}\">{} {}</text>", at + width / 2, top + 19,
                         to_string(stage), millis(time));
    at += width;
  }
  return out;
}

template <class TimeOf>
std::array<double, kStages.size()> per_stage(TimeOf time_of) {
  std::array<double, kStages.size()> times{};
  for (const Stage stage : kStages) times[static_cast<std::size_t>(stage)] = in_millis(time_of(stage));
  return times;
}

double sum_of(const std::array<double, kStages.size()>& times) {
  double sum = 0;
  for (const double time : times) sum += std::max(time, 0.0);
  return sum;
}

std::string bars(const MeasureOptions& options, const LatencyReport& outcome) {
  std::vector<std::pair<std::string_view, std::array<double, kStages.size()>>> rows;
  const auto add = [&](std::string_view name, std::optional<Duration> Percentiles::* percentile) {
    if (outcome.summary.whole.*percentile)
      rows.emplace_back(name, per_stage([&](Stage stage) { return *(outcome.summary[stage].*percentile); }));
  };
  add("p50", &Percentiles::p50);
  add("p99", &Percentiles::p99);
  if (is_estimable(options)) {
    const auto expected = estimate_of(options);
    rows.emplace_back("estimated", per_stage([&](Stage stage) { return expected[stage].p50; }));
  }
  double longest = 0;
  for (const auto& [name, times] : rows) longest = std::max(longest, sum_of(times));
  std::string content;
  double top = 6;
  for (const auto& [name, times] : rows) {
    content += stage_bar(top, name, times, longest);
    top += 36;
  }
  return figure(top, "stages of the way to the light", content,
                "The stages one behind the other: medians, 99th percentiles (of each stage by itself), and the "
                "estimate.");
}

struct Histogram {
  double begin = 0;  ///< ms
  double width = 0;  ///< of a bin
  std::vector<std::size_t> counts = std::vector<std::size_t>(kBins);
  std::size_t beyond = 0;
};

/// Covers the minimum to the 99.9th percentile, if it is known, so that outliers do not compress the rest.
Histogram histogram_of(const std::vector<double>& times, const Percentiles& spread) {
  Histogram histogram{.begin = in_millis(spread.min)};
  histogram.width =
      std::max(in_millis(spread.p999.value_or(spread.max) - spread.min) / static_cast<double>(kBins - 1), 1e-6);
  for (const double time : times) {
    const auto bin = static_cast<std::size_t>((time - histogram.begin) / histogram.width);
    if (bin < kBins)
      ++histogram.counts[bin];
    else
      ++histogram.beyond;
  }
  return histogram;
}

std::string histogram_figure(std::string_view name, const std::vector<double>& times,
                             const Percentiles& spread) {
  constexpr double kTop = 8, kHeight = 120;
  const Histogram histogram = histogram_of(times, spread);
  const std::size_t most = std::max<std::size_t>(*std::ranges::max_element(histogram.counts), 1);
  const double step = (kWidth - kLeft - kRight) / kBins;
  std::string content;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double height = static_cast<double>(histogram.counts[i]) / static_cast<double>(most) * kHeight;
    const double from = histogram.begin + static_cast<double>(i) * histogram.width;
    content += fmt::format(
        "<rect class=\"bar\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"><title>{} from {}"
        "</title></rect>",
        kLeft + static_cast<double>(i) * step, kTop + kHeight - height, step, height, histogram.counts[i],
        millis(from));
  }
  content += fmt::format("<text class=\"count\" x=\"{}\" y=\"{}\">{}</text>", kLeft - 8, kTop + 10, most);
  content += fmt::format("<line class=\"axis\" x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\"/>", kLeft,
                         kWidth - kRight, kTop + kHeight);
  for (int i = 0; i <= 4; ++i)
    content += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{}</text>", kLeft + i * (kWidth - kLeft - kRight) / 4,
                           kTop + kHeight + 18, millis(histogram.begin + i * histogram.width * kBins / 4));
  const std::string beyond = histogram.beyond > 0 ? fmt::format("; {} beyond, up to {}", histogram.beyond,
                                                                millis(in_millis(spread.max)))
                                                  : "";
  return fmt::format("<h2>{}</h2>\n", name) + figure(kTop + kHeight + 26, fmt::format("histogram of {}", name),
                                                     content,
                                                     fmt::format("{} triggers{}", times.size(), beyond));
}

std::vector<double> times_of(const LatencyReport& outcome, auto time_of) {
  std::vector<double> times;
  times.reserve(outcome.triggers.size());
  for (const auto& trigger : outcome.triggers) times.push_back(in_millis(time_of(StageTimes(trigger.stamps))));
  return times;
}

std::string histograms(const LatencyReport& outcome) {
  if (outcome.triggers.empty()) return {};
  std::string out = histogram_figure(
      "whole", times_of(outcome, [](const StageTimes& times) { return times.whole(); }), outcome.summary.whole);
  for (const Stage stage : kStages)
    out += histogram_figure(to_string(stage),
                            times_of(outcome, [stage](const StageTimes& times) { return times[stage]; }),
                            outcome.summary[stage]);
  return out;
}

std::string card(const std::string& value, std::string_view name) {
  return fmt::format("<div class=\"card\"><b>{}</b>{}</div>", value, name);
}

std::string cards(const MeasureOptions& options, const LatencyReport& outcome) {
  std::string out =
      "<div class=\"cards\">" + card(cli::millis_or_dash(outcome.summary.whole.p50, 3) + " ms", "whole, p50") +
      card(cli::millis_or_dash(outcome.summary.whole.p99, 3) + " ms", "whole, p99") +
      card(fmt::format("{} of {}", outcome.triggers.size(), outcome.sent), "triggers seen in time");
  if (options.is_gapless() && !outcome.remote)
    out += card(fmt::format("{:.4f} %", 100 * outcome.light.dark_share()), "dark share");
  return out + "</div>\n";
}

std::string row(std::string_view name, const Percentiles& spread) {
  std::string out = fmt::format("<tr><td>{}</td>", name);
  for (const auto& time :
       {std::optional(spread.min), spread.p50, spread.p99, spread.p999, std::optional(spread.max)})
    out += fmt::format("<td class=\"value\">{}</td>", cli::millis_or_dash(time, 3));
  return out + "</tr>\n";
}

std::string percentiles_table(const LatencyReport& outcome) {
  std::string out = "<table><tr><th>ms</th>";
  for (const char* name : {"min", "p50", "p99", "p99.9", "max"})
    out += fmt::format("<th class=\"value\">{}</th>", name);
  out += "</tr>\n";
  for (const Stage stage : kStages) out += row(to_string(stage), outcome.summary[stage]);
  return out + row("whole", outcome.summary.whole) + "</table>\n";
}

std::string verdict(const LatencyReport& outcome) {
  const bool fine = outcome.lost + outcome.not_in_time == 0;
  return fmt::format("<div class=\"verdict{}\">{}</div>\n", fine ? "" : " findings",
                     fine ? "Every trigger was seen in time."
                          : fmt::format("{} triggers never arrived, {} came after they should have been shown.",
                                        outcome.lost, outcome.not_in_time));
}

}  // namespace

std::string measure_html(const MeasureOptions& options, const LatencyReport& outcome) {
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
             "content=\"width=device-width\"><title>From the decision to the "
             "light</title><style>{}</style></head>"
             "<body>\n<h1>From the decision to the light</h1>\n<p>{}</p>\n",
             kPageStyle, escaped(description(options))) +
         verdict(outcome) + cards(options, outcome) + bars(options, outcome) + percentiles_table(outcome) +
         fmt::format("<p class=\"soft\">{}</p>\n",
                     escaped(std::string(stamps_line(options, outcome)) + remote_line(options, outcome))) +
         histograms(outcome) + "</body></html>\n";
}

}  // namespace idn::latency
