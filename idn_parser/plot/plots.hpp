// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/report/report.hpp"

/// The figures that a stream's facts allow. Each is one <svg> element, styled by kChartStyle.
namespace idn::parser {

struct Plot {
  std::string_view name;
  std::string caption;  ///< markup
  std::string svg;
};

/// The packet-offset histogram: offset in us to the right, datagrams on a log scale upwards, a vertical line at
/// the expected offset, clipped as HistogramView says.
/// @param scale what one offset counts: less than 1 where several runs are merged and scaled to 60 s
std::string histogram_svg(const StreamFacts& stream, double scale = 1);
/// What its colours mean.
std::string histogram_marks(const StreamFacts& stream);
/// The smallest and the largest offset over the time of the capture.
std::string offsets_svg(const StreamFacts& stream);
/// Which share of the offsets lies how far from the expected one.
std::string distribution_svg(const StreamFacts& stream);

/// How much lay ahead in the buffer of the receiver that --buffer plays to.
std::string buffer_svg(const PlaybackFacts& playback);
/// How long the answers to requests took.
std::string acknowledges_svg(const AcknowledgeFacts& acknowledges);

/// What figures show.
struct PlotFacts {
  const StreamFacts& stream;
  const ConnectionFacts* connection = nullptr;  ///< null where runs of several are merged
};
PlotFacts plot_facts(const Report& report, const StreamFacts& stream);

/// How late datagrams came over the time of the capture, and what went wrong when. For streams with
/// `over_time`.
std::string lateness_svg(const PlotFacts& facts);

/// All that have something to show, in the order of a page.
std::vector<Plot> plots_of(const PlotFacts& facts);

/// One of them; nothing where there is nothing to show.
std::optional<Plot> plot_of(const PlotFacts& facts, std::string_view name);

/// "histogram, offsets, ..."
std::string plot_names();
bool is_plot_name(std::string_view name);

}  // namespace idn::parser
