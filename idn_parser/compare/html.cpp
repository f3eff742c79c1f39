// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>

#include "idn_parser/compare/comparison_report.hpp"
#include "idn_parser/compare/lines.hpp"
#include "idn_parser/plot/time_plot.hpp"
#include "idn_parser/report/markup.hpp"
#include "idn_parser/report/page.hpp"

namespace idn::parser {
namespace {

Plot variation_plot(const DelayFacts& delay) {
  const double most = std::max(in_millis(range_of(delay.over_time).max), 1e-3);
  auto chart = time_chart({.title = "Network delay over time",
                           .right = "Time since the first datagram was sent (s)",
                           .up = "Delay above the smallest (ms)"},
                          delay.over_time, Scale::linear(0, most), std::chrono::milliseconds(1));
  return {"delay", "How much longer than the fastest each datagram took.", std::move(chart).finish()};
}

std::string cards(const Comparison& comparison) {
  const auto count = [](std::uint64_t n) { return Quantity{fmt::format("{}", n), ""}; };
  const Quantity lost{fmt::format("{:.3g}", 100 * comparison.lost_share()), "%"};
  return cards_box({{lost, "lost"},
                    {count(comparison.reordered), "out of order"},
                    {count(comparison.duplicates), "duplicated"},
                    {count(comparison.changed), "changed"},
                    {micros(comparison.delay->variation.p99), "delay variation p99"}});
}

std::string section(const Comparison& comparison) {
  std::string out = fmt::format("<section>\n<h2>{}</h2>\n", escaped(to_string(comparison.sent_key)));
  out += paragraphs(comparison_lines(comparison));
  if (comparison.delay)
    out += cards(comparison) + figures({variation_plot(*comparison.delay)}) +
           rows_table(delay_rows(*comparison.delay));
  return out + "</section>\n";
}

}  // namespace

std::string to_html(const ComparisonReport& outcome) {
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
  std::string body =
      verdict_box(texts_of(outcome.findings), "No findings: everything arrived once, in order and unchanged.");
  for (const auto& comparison : outcome.comparisons) body += section(comparison);
  return page(fmt::format("{} compared with {}", name(outcome.sent_file), name(outcome.received_file)), body);
}

}  // namespace idn::parser
