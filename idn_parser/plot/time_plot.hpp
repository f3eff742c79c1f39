// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/measure/time_series.hpp"
#include "idn_parser/plot/chart.hpp"

namespace idn::parser {

/// The smallest and the largest value of a series.
TimeSeries::Point range_of(const TimeSeries& series);

/// A chart of a quantity over the seconds since its first value, drawn as a band from the smallest to the
/// largest value of each point.
/// @param unit the unit of the vertical axis
Chart time_chart(const ChartWords& words, const TimeSeries& series, Scale up, Duration unit);

}  // namespace idn::parser
