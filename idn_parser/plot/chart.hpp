// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/plot/scale.hpp"

namespace idn::parser {

struct ChartWords {
  std::string title;                      ///< description for screen readers (aria-label)
  std::string_view right;                 ///< label of the horizontal axis
  std::string_view up;                    ///< label of the vertical axis
  std::vector<std::string_view> lanes{};  ///< names of rows for marks above the plot, from the top
};

/// Draws a figure with two axes as one <svg> element. Colours and fonts come from the CSS classes of
/// kChartStyle. Texts are inserted as they are, so they must be escaped.
class Chart {
 public:
  struct Point {
    double right = 0;
    double up = 0;
  };
  /// A rectangle: from `from` to `to` on the horizontal axis, from `low` to `high` on the vertical one.
  struct Span {
    double from = 0;
    double to = 0;
    double low = 0;
    double high = 0;
  };

  /// Draws the axes.
  Chart(const ChartWords& words, Scale right, Scale up);

  /// A bar from the bottom to `up`, with the tooltip `hint`.
  void bar(std::string_view css_class, double from, double to, double up, std::string_view hint);
  void curve(std::span<const Point> points, std::string_view css_class = "curve");
  /// Filled rectangles, each at least a hairline wide and high.
  void band(std::span<const Span> spans, std::string_view css_class = "band");
  /// A mark in row `lane` above the plot, at least a hairline wide, with the tooltip `hint`.
  void lane_mark(std::size_t lane, std::string_view css_class, double from, double to, std::string_view hint);
  /// A rectangle of the full height of the plot. Whatever is drawn later covers it.
  void area(std::string_view css_class, double from, double to);
  /// A dashed vertical line of the full height of the plot.
  void cut(double right);
  /// A labelled vertical line at a value of the horizontal axis.
  void mark_right(double value, std::string_view label);
  /// A labelled horizontal line at a value of the vertical axis.
  void mark_up(double value, std::string_view label);
  /// A text in the upper right corner.
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
