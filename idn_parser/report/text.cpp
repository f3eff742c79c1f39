// SPDX-License-Identifier: MIT
#include "idn_parser/report/text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "idn_parser/report/advice.hpp"
#include "idn_parser/report/histogram_view.hpp"
#include "idn_parser/report/layout.hpp"
#include "idn_parser/report/lines.hpp"
#include "idn_parser/report/rows.hpp"
#include "idn_parser/report/windows.hpp"

namespace idn::parser {
namespace {

/// Bars on a log scale, one text row per bucket.
class HistogramText {
 public:
  explicit HistogramText(const StreamFacts& stream)
      : stream_(stream), view_(stream), decades_(std::max(1.0, std::log10(view_.highest_count()))) {}

  std::string render() {
    out_ = fmt::format("  {:<{}}{:>9} {:>10}\n", scale(), kBarStart + kBarWidth, "datagrams", "per 60 s");
    if (view_.below_zero() > 0) row("< 0", ' ', view_.below_zero());
    add_buckets();
    if (view_.beyond_limit() > 0) row(fmt::format(">= {}", view_.limit().count()), ' ', view_.beyond_limit());
    return out_;
  }

 private:
  static constexpr std::size_t kLabelWidth = 9;
  static constexpr std::size_t kBarStart = kLabelWidth + 3;
  static constexpr std::size_t kBarWidth = 44;

  /// The column of a bar, from its start, at which `count` lies on the log scale.
  std::size_t position(std::uint64_t count) const {
    const double share = std::log10(static_cast<double>(count)) / decades_;
    return static_cast<std::size_t>(std::lround(share * (kBarWidth - 1)));
  }

  std::string scale() const {
    std::string line(kBarStart, ' ');
    for (std::uint64_t tick = 1; tick <= view_.highest_count(); tick *= 10) {
      const std::size_t at = kBarStart + position(tick);
      const std::string label = fmt::format("{}", tick);
      const bool has_room = tick == 1 || (at > line.size() && at + label.size() < kBarStart + kBarWidth);
      if (!has_room) continue;
      line.resize(at, ' ');
      line += label;
    }
    return line;
  }

  void row(std::string_view label, char mark, std::uint64_t count) {
    const std::string bar(count == 0 ? 0 : std::min(position(count) + 1, kBarWidth), '#');
    out_ += fmt::format("  {:>{}} {}|{:<{}}", label, kLabelWidth, mark, bar, kBarWidth);
    if (count > 0)
      out_ += fmt::format("{:>9} {:>10.1f}", count, analysis::normalised(count, stream_.summary.measured));
    out_.erase(out_.find_last_not_of(' ') + 1);
    out_ += '\n';
  }

  void bucket(HistogramView::Edge edge, std::uint64_t count) {
    row(fmt::format("{}", edge.count()), edge == view_.expected_bucket() ? '>' : ' ', count);
  }

  /// A run of two or more empty buckets becomes one line "...". The expected bucket always has a line.
  void add_buckets() {
    constexpr auto kWidth = analysis::OffsetHistogram::kBucketWidth;
    auto shown = stream_.histogram.buckets();
    if (const auto expected = view_.expected_bucket()) shown.try_emplace(*expected, 0);
    std::optional<HistogramView::Edge> previous;
    for (const auto& [edge, count] : shown) {
      if (!view_.shows(edge)) continue;
      if (previous && edge == *previous + 2 * kWidth) bucket(*previous + kWidth, 0);
      if (previous && edge > *previous + 2 * kWidth) out_ += fmt::format("  {:>{}}\n", "...", kLabelWidth);
      bucket(edge, count);
      previous = edge;
    }
  }

  const StreamFacts& stream_;
  HistogramView view_;
  double decades_;  ///< of the log scale: the highest count gets the longest bar
  std::string out_;
};

std::string stream_text(const Report& report, const StreamFacts& stream, std::size_t number) {
  std::string out =
      "\n" +
      wrapped(fmt::format("Stream {} of {}: {}", number, report.streams.size(), title_of(report, stream)), 0);
  for (const auto& line : stream_lines(report, stream)) out += wrapped(line, 2);
  if (!stream.has_samples()) return out;
  out += "\n" + two_columns(timing_rows(stream));
  if (const auto windows = windows_text(report, stream); !windows.empty()) out += "\n" + windows;
  if (stream.histogram.total() == 0) return out;
  return out + "\n" + histogram_text(stream);
}

std::string advice_text(const std::vector<Advice>& advice) {
  std::string out = advice.empty() ? "" : "\nWhat to change in the sender\n";
  for (const Advice& on : advice) out += wrapped("- " + to_string(on), 2);
  return out;
}

}  // namespace

std::string histogram_text(const StreamFacts& stream) {
  return "  Packet offsets in us, buckets of 100 us, log scale; > expected offset\n" +
         HistogramText(stream).render();
}

std::string to_text(const Report& report) {
  std::string out = report.capture.file + "\n";
  for (const auto& line : capture_lines(report)) out += wrapped(line, 2);
  std::size_t number = 0;
  for (const StreamFacts& stream : streams_shown(report)) out += stream_text(report, stream, ++number);
  if (const auto hidden = streams_hidden(report); !hidden.empty()) out += "\n" + wrapped(hidden, 0);
  return out + advice_text(advice_on(report.findings)) + verdict_text(texts_of(report.findings), report.limits);
}

}  // namespace idn::parser
