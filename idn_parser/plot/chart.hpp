// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/plot/scale.hpp"

namespace idn::parser {

struct ChartWords {
  std::string title;  ///< for those who do not see the figure
  std::string_view right;
  std::string_view up;
  std::vector<std::string_view> lanes{};  ///< names of rows for marks above the plot, from the top
};

/// Draws a figure with two axes as one <svg> element. Colours and fonts come from the classes of kChartStyle.
/// Texts are markup already.
class Chart {
 public:
  struct Point {
    double right = 0;
    double up = 0;
  };
  struct Span {
    double from = 0;
    double to = 0;
    double low = 0;
    double high = 0;
  };

  /// Draws the axes.
  Chart(const ChartWords& words, Scale right, Scale up);

  /// From the bottom to `up`. A reader who points at it sees `hint`.
  void bar(std::string_view css_class, double from, double to, double up, std::string_view hint);
  void curve(std::span<const Point> points, std::string_view css_class = "curve");
  /// The area between low and high, at least a hairline wide and high.
  void band(std::span<const Span> spans, std::string_view css_class = "band");
  /// In the row of that index, at least a hairline wide. A reader who points at it sees `hint`.
  void lane_mark(std::size_t lane, std::string_view css_class, double from, double to, std::string_view hint);
  /// Over the whole height, behind what is drawn later.
  void area(std::string_view css_class, double from, double to);
  /// A dashed line over the whole height.
  void cut(double right);
  void mark_right(double value, std::string_view label);
  void mark_up(double value, std::string_view label);
  /// In the upper right corner.
  void note(std::string_view text);

  std::string finish() &&;

 private:
  double x(double value) const;
  double y(double value) const;
  void line(std::string_view css_class, double x1, double y1, double x2, double y2);
  void text(std::string_view css_class, double at_x, double at_y, std::string_view content);
  void axis_right(std::string_view label);
  void axis_up(std::string_view label);
  void name_lanes(std::span<const std::string_view> names);
  double lane_middle(std::size_t lane) const;

  Scale right_;
  Scale up_;
  double top_;  ///< of the plot, below the lanes
  std::string out_;
};

}  // namespace idn::parser
