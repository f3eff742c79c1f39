// SPDX-License-Identifier: MIT
#include "idn_parser/report/html.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/version.hpp"
#include "idn_parser/report/lines.hpp"
#include "idn_parser/report/markup.hpp"
#include "idn_parser/report/rows.hpp"
#include "idn_parser/report/style.hpp"
#include "idn_parser/report/svg.hpp"

namespace idn::parser {
namespace {

std::string paragraphs(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) out += fmt::format("<p class=\"soft\">{}</p>\n", escaped(line));
  return out;
}

std::string verdict(const Report& report) {
  if (report.findings.empty())
    return "<div class=\"verdict\">No findings: nothing lost, duplicated, out of order or malformed. Timing is "
           "measured below, not judged.</div>\n";
  std::string out = "<div class=\"verdict findings\"><p>Findings</p><ul>\n";
  for (const auto& finding : report.findings) out += fmt::format("<li>{}</li>\n", escaped(finding));
  return out + "</ul></div>\n";
}

std::string shown(const Quantity& quantity) {
  return escaped(quantity.number + " " + (quantity.unit == "us" ? "µs" : quantity.unit));
}

std::string card(const Quantity& quantity, std::string_view name) {
  return fmt::format("<div class=\"card\"><b>{}</b>{}</div>\n", shown(quantity), escaped(name));
}

std::string cards(const Report& report, const StreamFacts& stream) {
  const auto& summary = stream.summary;
  std::string out = "<div class=\"cards\">\n";
  if (summary.target) out += card(percent(summary.target->on_target_share), "on target");
  if (summary.offsets) out += card(micros(summary.offsets->average), "average offset");
  if (stream.deviations) out += card(micros(stream.deviations->p99), "deviation p99");
  if (summary.clock) out += card(micros(summary.clock->long_term_jitter), "long-term jitter");
  out += card({fmt::format("{}", report.connections[stream.connection].counts.lost), ""}, "datagrams lost");
  return out + "</div>\n";
}

std::string table(const std::vector<Row>& rows) {
  std::string out = "<table>\n";
  for (const Row& row : rows)
    out += fmt::format("<tr><td>{}</td><td class=\"value\">{}</td><td class=\"soft\">{}</td></tr>\n",
                       escaped(row.name), shown(row.value), escaped(row.meaning));
  return out + "</table>\n";
}

std::string caption(const StreamFacts& stream) {
  const double per_minute = analysis::normalised(1, stream.summary.measured);
  return fmt::format(
      "<figcaption>Distances between adjacent datagrams that carry samples, in buckets of 100 µs; count on a "
      "log scale, {} offsets in {:.3f} s (one offset stands for {:.3g} per 60 s). Blue: the two buckets on "
      "target. "
      "Red line: expected offset.</figcaption>\n",
      stream.histogram.total(), std::chrono::duration<double>(stream.summary.measured).count(), per_minute);
}

std::string section(const Report& report, const StreamFacts& stream, std::size_t number) {
  std::string out = fmt::format("<section>\n<h2>Stream {} of {}: {}</h2>\n", number, report.streams.size(),
                                escaped(title_of(report, stream)));
  out += paragraphs(stream_lines(report, stream));
  if (stream.has_samples()) out += cards(report, stream);
  if (stream.histogram.total() > 0)
    out += "<figure>\n" + histogram_svg(stream) + caption(stream) + "</figure>\n";
  if (stream.has_samples()) out += table(timing_rows(stream));
  return out + "</section>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const auto file = escaped(std::filesystem::path(report.capture.file).filename().string());
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out +=
      fmt::format("<title>IDN streams in {}</title>\n<style>{}</style>\n</head>\n<body>\n", file, kPageStyle);
  out += fmt::format("<h1>IDN streams in {}</h1>\n", file);
  out += paragraphs(capture_lines(report)) + verdict(report);
  for (std::size_t i = 0; i < report.streams.size(); ++i) out += section(report, report.streams[i], i + 1);
  out += fmt::format("<p class=\"soft\">idn_parser {}</p>\n</body>\n</html>\n", cli::kVersion);
  return out;
}

}  // namespace idn::parser
