// SPDX-License-Identifier: MIT
#include "idn_parser/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/timing_json.hpp"
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
  HistogramText(const StreamFacts& stream, std::size_t columns)
      : stream_(stream),
        view_(stream),
        bar_width_(std::clamp(columns, kFewestColumns, kColumns) - kBesideBars),
        decades_(std::max(1.0, std::log10(view_.highest_count()))) {}

  std::string render() {
    out_ = fmt::format("  {:<{}}{:>9} {:>10}\n", scale(), kBarStart + bar_width_, "datagrams", "per 60 s");
    if (view_.below_zero() > 0) row("< 0", ' ', view_.below_zero());
    add_buckets();
    if (view_.beyond_limit() > 0) row(fmt::format(">= {}", view_.limit().count()), ' ', view_.beyond_limit());
    return out_;
  }

 private:
  static constexpr std::size_t kLabelWidth = 9;
  static constexpr std::size_t kBarStart = kLabelWidth + 3;
  static constexpr std::size_t kBesideBars = 36;  ///< columns of everything else
  static constexpr std::size_t kFewestColumns = kBesideBars + 4;

  /// The column of a bar, from its start, at which `count` lies on the log scale.
  std::size_t position(std::uint64_t count) const {
    const double share = std::log10(static_cast<double>(count)) / decades_;
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(bar_width_ - 1)));
  }

  std::string scale() const {
    std::string line(kBarStart, ' ');
    for (std::uint64_t tick = 1; tick <= view_.highest_count(); tick *= 10) {
      const std::size_t at = kBarStart + position(tick);
      const std::string label = fmt::format("{}", tick);
      const bool has_room = tick == 1 || (at > line.size() && at + label.size() < kBarStart + bar_width_);
      if (!has_room) continue;
      line.resize(at, ' ');
      line += label;
    }
    return line;
  }

  void row(std::string_view label, char mark, std::uint64_t count) {
    const std::string bar(count == 0 ? 0 : std::min(position(count) + 1, bar_width_), '#');
    out_ += fmt::format("  {:>{}} {}|{:<{}}", label, kLabelWidth, mark, bar, bar_width_);
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
  std::size_t bar_width_;
  double decades_;  ///< of the log scale: the highest count gets the longest bar
  std::string out_;
};

std::string stream_text(const Report& report, const StreamFacts& stream, std::size_t number,
                        std::size_t width) {
  std::string out =
      "\n" +
      wrapped(fmt::format("Stream {} of {}: {}", number, report.streams.size(), title_of(report, stream)), 0);
  for (const auto& line : stream_lines(report, stream)) out += wrapped(line, 2);
  if (!stream.has_samples()) return out;
  out += "\n" + two_columns(timing_rows(stream));
  if (const auto windows = windows_text(report, stream); !windows.empty()) out += "\n" + windows;
  if (stream.histogram.total() == 0) return out;
  return out + "\n" + histogram_text(stream, width);
}

std::string advice_text(const std::vector<Advice>& advice) {
  std::string out = advice.empty() ? "" : "\nWhat to change in the sender\n";
  for (const Advice& on : advice) out += wrapped("- " + to_string(on), 2);
  return out;
}

constexpr std::ptrdiff_t kRowsAround = 10;  // on each side of a moment

std::string remarks_on(const DatagramRow& row) {
  std::string text;
  const auto add = [&](bool applies, std::string_view remark) {
    if (applies) text += fmt::format("{}{}", text.empty() ? "" : ", ", remark);
  };
  add(row.order == ArrivalOrder::AfterLoss, "after a loss");
  add(row.order == ArrivalOrder::Late, "late: a later one came before");
  add(row.order == ArrivalOrder::Duplicate, "duplicate");
  add(row.follows_pause, "after a pause");
  add(row.is_outlier, "timestamp is off");
  if (row.begins_axis) add(true, fmt::format("new time axis: {}", to_string(*row.begins_axis)));
  return text;
}

template <class Time>
std::string micros_cell(const std::optional<Time>& time) {
  return time ? fmt::format("{:.0f}", Micros(*time).count()) : "-";
}

std::vector<std::string> moment_cells(const DatagramRow& row, Duration start) {
  const auto& offset = row.offset;
  return {fmt::format("{}", row.at.packet_number),
          fmt::format("{:.6f}", std::chrono::duration<double>(row.at.time - start).count()),
          fmt::format("{}", row.sequence),
          fmt::format("{}", row.duration.count()),
          micros_cell(offset ? std::optional(offset->length) : std::nullopt),
          micros_cell(row.gap),
          micros_cell(row.lateness),
          remarks_on(row)};
}

/// Of the rows around the first one at or after the moment.
std::string rows_around(const std::vector<DatagramRow>& rows, Duration moment, Duration start) {
  const auto middle = std::ranges::find_if(rows, [&](const DatagramRow& row) { return row.at.time >= moment; });
  const auto first = middle - std::min(middle - rows.begin(), kRowsAround);
  const auto last = middle + std::min(rows.end() - middle, kRowsAround);
  std::vector<std::vector<std::string>> table{
      {"packet", "at s", "sequence", "lasts us", "offset us", "left out", "lateness", "remarks"}};
  for (auto row = first; row != last; ++row) table.push_back(moment_cells(*row, start));
  return columns(table);
}

}  // namespace

std::string moment_text(const Report& report, Duration moment) {
  const Duration start = report.capture.first_time.value_or(Duration{});
  std::string out = fmt::format("{}: datagrams around {:.6f} s, {}\n", report.capture.file,
                                std::chrono::duration<double>(moment - start).count(), cli::utc(moment));
  std::size_t number = 0;
  for (const StreamFacts& stream : streams_shown(report)) {
    ++number;
    if (!stream.datagrams || stream.datagrams->all().empty()) continue;
    out += "\n" + wrapped(fmt::format("Stream {}: {}", number, title_of(report, stream)), 0) +
           rows_around(stream.datagrams->all(), moment, start);
  }
  return out;
}

std::string histogram_text(const StreamFacts& stream, std::size_t columns) {
  return "  Packet offsets in us, buckets of 100 us, log scale; > expected offset\n" +
         HistogramText(stream, columns).render();
}

std::string to_text(const Report& report, std::size_t columns) {
  std::string out = report.capture.file + "\n";
  for (const auto& line : capture_lines(report)) out += wrapped(line, 2);
  std::size_t number = 0;
  for (const StreamFacts& stream : streams_shown(report)) out += stream_text(report, stream, ++number, columns);
  if (const auto hidden = streams_hidden(report); !hidden.empty()) out += "\n" + wrapped(hidden, 0);
  return out + advice_text(advice_on(report.findings)) + verdict_text(texts_of(report.findings), report.limits);
}

}  // namespace idn::parser
