// SPDX-License-Identifier: MIT
#include "idn_parser/report/first_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/timing_json.hpp"
#include "idn_parser/report/advice.hpp"
#include "idn_parser/report/findings.hpp"
#include "idn_parser/report/habit_findings.hpp"
#include "idn_parser/report/layout.hpp"
#include "idn_parser/report/lines.hpp"
#include "idn_parser/report/markup.hpp"
#include "idn_parser/report/page.hpp"
#include "idn_parser/report/phrases.hpp"
#include "idn_parser/report/rows.hpp"
#include "idn_parser/report/sender_findings.hpp"

namespace idn::parser {
namespace {

constexpr std::size_t kStreamsInFull = 8;
constexpr std::size_t kFindingsShown = 5;

bool concerns(const Finding& finding, const StreamFacts& stream, std::size_t number) {
  return finding.stream == number || finding.connection == stream.connection;
}

/// Without what only came before the first configuration: most often the capture begins within the stream.
std::uint64_t refused_of(const StreamFacts& stream) {
  return std::accumulate(stream.refusals.begin(), stream.refusals.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const auto& refusal) {
                           return sum + (begins_within(stream, refusal.first) ? 0 : refusal.second.count);
                         });
}

/// How it is known that another client has the service of the stream; empty if it is not. Of two hosts only the
/// receiver can tell: they may be on different networks.
std::string taken_by(const Report& report, const StreamFacts& stream) {
  const ConnectionFacts& connection = report.connections[stream.connection];
  const ConnectionFacts* const other = that_has_service(report, stream);
  const std::string who = other == nullptr ? "another client" : to_string(other->key.client);
  if (is_taken(connection.acknowledges))
    return fmt::format("the receiver answers that {} has the service", who);
  if (other != nullptr && other->key.client.address == connection.key.client.address)
    return fmt::format("{} streams to the same service since before, and until the end", who);
  return {};
}

/// The same for a part of the time.
std::string taken_meanwhile(const StreamFacts& stream, const AcknowledgeFacts& acks) {
  const std::uint64_t taken = taken_answers(acks);
  if (taken == 0 || !stream.shown->taken.empty()) return {};
  return fmt::format("{} of {} answers of the receiver say that another client has the service", taken,
                     acks.answered);
}

/// Whether the sender's clock is so slow that this alone uses up the share of the buffer that a clean stream
/// leaves.
bool is_slow(const StreamFacts& stream) {
  if (!stream.rate_error || !stream.rate_error->is_above(0)) return false;
  const double drift_us =
      stream.rate_error->interval->low_ppm * 1e-6 * static_cast<double>(stream.summary.display.count());
  return drift_us > cli::kLeastShare * Micros(stream.shown->buffer).count();
}

std::string remedy_of(const Findings& findings) {
  std::string remedy;
  for (const Advice& advice : advice_on(findings))
    if (remedy.find(advice.instead) == std::string::npos)
      remedy += fmt::format("{}send as {}: {}", remedy.empty() ? "" : "; ", advice.where, advice.instead);
  return remedy;
}

/// Without streams, findings say why there is nothing to show.
std::string headline(const Report& report) {
  if (!report.shown) return "NO LASER STREAM TO JUDGE";
  return std::string(to_string(*report.shown));
}

/// "3 streams: 1 FLICKERS, 2 SHOWN CLEAN"; empty for one.
std::string counts_of(const Report& report) {
  if (report.streams.size() < 2) return {};
  CountList list;
  for (const auto verdict :
       {cli::Shown::NotShown, cli::Shown::Flickers, cli::Shown::Marginal, cli::Shown::Clean}) {
    const auto has = [&](const StreamFacts& stream) {
      return stream.shown && verdict_on(*stream.shown) == verdict;
    };
    list.add(static_cast<std::uint64_t>(std::ranges::count_if(report.streams, has)), to_string(verdict),
             to_string(verdict));
  }
  const auto unjudged = std::ranges::count_if(report.streams, [](const StreamFacts& s) { return !s.shown; });
  list.add(static_cast<std::uint64_t>(unjudged), "not judged", "not judged");
  return fmt::format("{} streams: {}", report.streams.size(), list.text());
}

/// Indices of the streams, the worst first, those that were not judged last.
std::vector<std::size_t> by_verdict(const Report& report) {
  std::vector<std::size_t> order(report.streams.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto badness = [&](std::size_t i) {
    const auto& shown = report.streams[i].shown;
    return std::pair(shown ? static_cast<int>(verdict_on(*shown)) : -1, shown ? shown->dark : Duration{});
  };
  std::ranges::stable_sort(order, std::greater{}, badness);
  return order;
}

std::string title(const Report& report, std::size_t number) {
  const StreamFacts& stream = report.streams[number];
  return fmt::format("Stream {}: {}, {}", number + 1, title_of(report, stream), stream.mode);
}

/// A stream that was not judged: why.
std::string_view why_not(const StreamFacts& stream) {
  return stream.has_samples() && stream.audio == std::nullopt
             ? "not judged: its connection is beyond the first 64"
             : "not judged: no laser samples";
}

std::string see_command(const Report& report, const StreamFacts& stream) {
  const auto worst = moment_to_see(*stream.shown);
  if (!worst) return {};
  std::vector<std::string> files;
  for (const auto& file : report.capture.files) files.push_back(file.name);
  if (std::ranges::count(files, "standard input") > 0)
    return "save the capture to a file, then idn_parser FILE --at " + cli::utc(*worst);
  return cli::command_to_see(files, report.traffic.port, *worst);
}

std::vector<cli::ShownLine> lines_of(const Report& report, const StreamFacts& stream) {
  return shown_lines(*stream.shown, report.capture.first_time.value_or(Duration{}),
                     see_command(report, stream));
}

/// The few numbers that say most.
std::vector<Card> main_numbers(const Report& report, const StreamFacts& stream) {
  const auto& numbers = report.connections[stream.connection].counts.numbers;
  const auto& summary = stream.summary;
  std::vector<Card> cards{{{fmt::format("{}", numbers.lost), ""}, "datagrams lost"},
                          {{fmt::format("{}", numbers.late), ""}, "datagrams late"}};
  if (stream.samples_per_second)
    cards.push_back({{fmt::format("{:.0f}", *stream.samples_per_second), ""}, "samples per second"});
  if (summary.target) cards.push_back({percent(summary.target->on_target_share), "on target"});
  if (stream.deviations) cards.push_back({micros(stream.deviations->p99), "deviation p99"});
  if (summary.clock) cards.push_back({micros(summary.clock->start_delay), "start delay needed"});
  if (summary.clock) cards.push_back({micros(summary.clock->long_term_jitter), "long-term jitter"});
  std::erase_if(cards, [](const Card& card) { return card.value.number == "-"; });
  return cards;
}

std::string numbers_text(const Report& report, const StreamFacts& stream) {
  std::string text;
  for (const Card& card : main_numbers(report, stream))
    text += fmt::format("{}{} {}{}{}", text.empty() ? "" : ", ", card.name, card.value.number,
                        card.value.unit.empty() ? "" : " ", card.value.unit);
  return text;
}

std::string stream_page(const Report& report, std::size_t number, const cli::TerminalStyle& style) {
  const StreamFacts& stream = report.streams[number];
  const std::string out = "\n" + wrapped(title(report, number), 0, style.columns);
  if (!stream.shown) return out + wrapped(why_not(stream), 2, style.columns);
  return out + shown_text(*stream.shown, lines_of(report, stream), style) +
         cli::named("numbers", numbers_text(report, stream), style.columns);
}

std::string findings_text(const Report& report, const cli::TerminalStyle& style) {
  const auto texts = texts_of(report.findings);
  if (texts.empty()) return {};
  std::string out = "\n" + counted(texts.size(), "finding", "findings") + "\n";
  for (std::size_t i = 0; i < std::min(texts.size(), kFindingsShown); ++i)
    out += wrapped("- " + texts[i], 2, style.columns);
  if (texts.size() > kFindingsShown)
    out += fmt::format("  and {} more: --details\n", texts.size() - kFindingsShown);
  return out;
}

std::string strip_svg(const cli::ShownStrip& strip) {
  constexpr std::size_t kCells = 120;  // of 3 pixels each on a phone
  const auto cells = strip.cells(kCells);
  std::string out = fmt::format(
      "<svg class=\"strip\" viewBox=\"0 0 {} 10\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\" "
      "role=\"img\" aria-label=\"What "
      "was "
      "shown over time\">\n",
      cells.size());
  for (std::size_t i = 0; i < cells.size();) {
    std::size_t end = i;
    while (end < cells.size() && cells[end] == cells[i]) ++end;
    if (cells[i])
      out += fmt::format("<rect class=\"shown{}\" x=\"{}\" width=\"{}\" height=\"10\"/>\n",
                         static_cast<int>(*cells[i]), i, end - i);
    i = end;
  }
  return out + "</svg>\n" +
         paragraphs({strip_scale(strip, cells.size()) + ": green clean, orange marginal, red dark"});
}

std::string badge(std::optional<cli::Shown> verdict, std::string_view text) {
  return fmt::format("<p class=\"badge shown{}\">{}</p>\n", verdict ? static_cast<int>(*verdict) : 9,
                     escaped(text));
}

std::string stream_markup(const Report& report, std::size_t number) {
  const StreamFacts& stream = report.streams[number];
  std::string out = fmt::format("<section class=\"shown\">\n<h2>{}</h2>\n", escaped(title(report, number)));
  if (!stream.shown) return out + badge(std::nullopt, why_not(stream)) + "</section>\n";
  const auto verdict = verdict_on(*stream.shown);
  out += badge(verdict, to_string(verdict)) + "<dl>\n";
  for (const auto& [name, text] : lines_of(report, stream))
    out += fmt::format("<dt>{}</dt><dd{}>{}</dd>\n", name, name == "see it" ? " class=\"command\"" : "",
                       escaped(text));
  out += "</dl>\n";
  if (!stream.shown->strip.is_empty()) out += strip_svg(stream.shown->strip);
  return out + cards_box(main_numbers(report, stream)) + "</section>\n";
}

/// Those in full, and one line for each of the others.
template <class InFull, class InShort>
std::string all_streams(const Report& report, InFull in_full, InShort in_short) {
  std::string out;
  std::size_t count = 0;
  for (const std::size_t number : by_verdict(report)) {
    if (count == kStreamsShown) break;
    out += count++ < kStreamsInFull ? in_full(number) : in_short(number);
  }
  return out;
}

std::string short_line(const Report& report, std::size_t number) {
  const auto& shown = report.streams[number].shown;
  return fmt::format("{}: {}", title(report, number), shown ? to_string(verdict_on(*shown)) : "not judged");
}

}  // namespace

void judge_shown(Report& report) {
  for (std::size_t i = 0; i < report.streams.size(); ++i) {
    StreamFacts& stream = report.streams[i];
    if (!stream.shown) continue;
    Findings own;
    std::ranges::copy_if(report.findings, std::back_inserter(own),
                         [&](const Finding& finding) { return concerns(finding, stream, i); });
    stream.shown->findings = own.size();
    stream.shown->doubt = fmt::format("{} below: other receivers may show less",
                                      own.size() == 1 ? "the finding" : "the findings");
    stream.shown->refused = refused_of(stream);
    stream.shown->taken = taken_by(report, stream);
    stream.shown->taken_meanwhile = taken_meanwhile(stream, report.connections[stream.connection].acknowledges);
    stream.shown->remedy = remedy_of(own);
    stream.shown->is_drift = is_slow(stream);
    if (const auto& clock = stream.summary.clock)
      stream.shown->buffer_that_suffices = std::chrono::round<Duration>(clock->start_delay);
    stream.shown->is_reordered = report.connections[stream.connection].counts.numbers.late > 0 &&
                                 stream.shown->buffer_that_suffices &&
                                 *stream.shown->buffer_that_suffices <= stream.shown->buffer;
    report.shown = std::max(report.shown, std::optional(verdict_on(*stream.shown)));
  }
  const auto is_general = [](const Finding& finding) { return !finding.connection && !finding.stream; };
  if (report.shown && std::ranges::any_of(report.findings, is_general))
    report.shown = std::max(*report.shown, cli::Shown::Marginal);
}

std::string first_page_text(const Report& report, const cli::TerminalStyle& style) {
  std::string out =
      fmt::format("{}: {}\n", report.capture.file,
                  (report.shown ? coloured(headline(report), *report.shown, style) : headline(report)));
  if (const auto counts = counts_of(report); !counts.empty()) out += wrapped(counts, 2, style.columns);
  out += all_streams(
      report, [&](std::size_t number) { return stream_page(report, number, style); },
      [&](std::size_t number) { return wrapped(short_line(report, number), 0, style.columns); });
  if (const auto hidden = streams_hidden(report); !hidden.empty())
    out += "\n" + wrapped(hidden, 0, style.columns);
  if (report.limits && report.findings.empty())
    out += fmt::format("\n{} limit{} kept\n", *report.limits, *report.limits == 1 ? "" : "s");
  return out + findings_text(report, style) + "\n" +
         wrapped("All numbers: the same command with --details; as a page: --html report.html", 0,
                 style.columns);
}

std::string first_page_markup(const Report& report) {
  std::string out;
  const auto counts = counts_of(report);
  out += badge(report.shown, headline(report) + (counts.empty() ? "" : "; " + counts));
  out += all_streams(
      report, [&](std::size_t number) { return stream_markup(report, number); },
      [&](std::size_t number) { return paragraphs({short_line(report, number)}); });
  return out;
}

}  // namespace idn::parser
