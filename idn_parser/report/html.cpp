// SPDX-License-Identifier: MIT
#include "idn_parser/report/html.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "idn_parser/plot/plots.hpp"
#include "idn_parser/report/advice.hpp"
#include "idn_parser/report/first_page.hpp"
#include "idn_parser/report/lines.hpp"
#include "idn_parser/report/markup.hpp"
#include "idn_parser/report/page.hpp"
#include "idn_parser/report/rows.hpp"
#include "idn_parser/report/windows.hpp"

namespace idn::parser {
namespace {

constexpr std::string_view kAllFine =
    "No findings: nothing lost, duplicated, out of order or malformed, and no limit broken. Timing is measured "
    "below; it is judged by the limits that --limits gives.";

std::string cards(const Report& report, const StreamFacts& stream) {
  const auto& summary = stream.summary;
  std::vector<Card> cards;
  if (summary.target) cards.push_back({percent(summary.target->on_target_share), "on target"});
  if (summary.offsets) cards.push_back({micros(summary.offsets->average), "average offset"});
  if (stream.deviations) cards.push_back({micros(stream.deviations->p99), "deviation p99"});
  if (summary.clock) cards.push_back({micros(summary.clock->long_term_jitter), "long-term jitter"});
  const auto lost = report.connections[stream.connection].counts.numbers.lost;
  cards.push_back({{fmt::format("{}", lost), ""}, "datagrams lost"});
  return cards_box(cards);
}

std::string windows_of(const Report& report, const StreamFacts& stream) {
  const auto table = window_table(report, stream);
  if (table.empty()) return {};
  return "<h3>Windows</h3>\n<div class=\"wide\">" + grid(table) + "</div>\n";
}

std::string section(const Report& report, const StreamFacts& stream, std::size_t number) {
  std::string out = fmt::format("<section>\n<h2>Stream {} of {}: {}</h2>\n", number, report.streams.size(),
                                escaped(title_of(report, stream)));
  out += paragraphs(stream_lines(report, stream));
  if (stream.has_samples()) out += cards(report, stream);
  out += figures(plots_of(plot_facts(report, stream)));
  if (stream.has_samples()) out += rows_table(timing_rows(stream));
  out += windows_of(report, stream);
  return out + "</section>\n";
}

std::string advice_box(const std::vector<Advice>& advice) {
  if (advice.empty()) return {};
  std::string out = "<div class=\"verdict\"><p>What to change in the sender</p><ul>\n";
  for (const Advice& on : advice) out += fmt::format("<li>{}</li>\n", escaped(to_string(on)));
  return out + "</ul></div>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const auto file = std::filesystem::path(report.capture.file).filename().string();
  const std::string findings =
      verdict_box(texts_of(report.findings), kAllFine) + advice_box(advice_on(report.findings));
  std::string body = paragraphs(capture_lines(report));
  std::size_t number = 0;
  for (const StreamFacts& stream : streams_shown(report)) body += section(report, stream, ++number);
  if (const auto hidden = streams_hidden(report); !hidden.empty()) body += paragraphs({hidden});
  return page("IDN streams in " + file, first_page_markup(report) + findings +
                                            "<details>\n<summary>All measurements</summary>\n" + body +
                                            "</details>\n");
}

}  // namespace idn::parser
