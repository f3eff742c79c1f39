// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/report/report.hpp"

/// The figures of a stream. Each is one <svg> element, styled by kChartStyle.
namespace idn::parser {

struct Plot {
  std::string_view name;
  std::string caption;  ///< already escaped
  std::string svg;
};

/// The packet-offset histogram: offset in us to the right, datagrams on a log scale upwards, a vertical line at
/// the expected offset, clipped as HistogramView describes.
/// @param scale factor for all counts; not 1 if merged runs are scaled to 60 s
std::string histogram_svg(const StreamFacts& stream, double scale = 1);
/// The legend of its colours.
std::string histogram_marks(const StreamFacts& stream);
/// The range of packet offsets over the time of the capture.
std::string offsets_svg(const StreamFacts& stream);
/// The cumulative distribution of absolute deviations.
std::string distribution_svg(const StreamFacts& stream);

/// The buffer level of the receiver simulated by --buffer, over time.
std::string buffer_svg(const PlaybackFacts& playback);
/// Time from request to acknowledge, over the time of the capture.
std::string acknowledges_svg(const AcknowledgeFacts& acknowledges);

/// The input of figures.
struct PlotFacts {
  const StreamFacts& stream;
  const ConnectionFacts* connection = nullptr;  ///< null for merged runs
};
PlotFacts plot_facts(const Report& report, const StreamFacts& stream);

/// Lateness over the time of the capture, with marks for errors. Only for streams with `over_time`.
std::string lateness_svg(const PlotFacts& facts);

/// All figures for which there is data, in the order of a page.
std::vector<Plot> plots_of(const PlotFacts& facts);

/// The figure of this name; empty if there is no data for it.
std::optional<Plot> plot_of(const PlotFacts& facts, std::string_view name);

/// "histogram, offsets, ..."
std::string plot_names();
bool is_plot_name(std::string_view name);

}  // namespace idn::parser
