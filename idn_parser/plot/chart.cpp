// SPDX-License-Identifier: MIT
#include "idn_parser/plot/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "idn_parser/plot/canvas.hpp"

namespace idn::parser {
namespace {

constexpr double kLeft = 72;
constexpr double kRight = kCanvasWidth - 30;
constexpr double kTop = 34;
constexpr double kBase = kCanvasHeight - 58;
constexpr double kLaneTop = 4;
constexpr double kLaneHeight = 15;
constexpr double kHairline = 1.6;

}  // namespace

Chart::Chart(const ChartWords& words, Scale right, Scale up)
    : right_(std::move(right)),
      up_(std::move(up)),
      top_(std::max(kTop, kLaneTop + kLaneHeight * static_cast<double>(words.lanes.size()) + 12)) {
  out_ = fmt::format("<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                     kCanvasWidth, kCanvasHeight, words.title);
  axis_up(words.up);
  axis_right(words.right);
  name_lanes(words.lanes);
}

void Chart::bar(std::string_view css_class, double from, double to, double up, std::string_view hint) {
  out_ += fmt::format(
      "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\">"
      "<title>{}</title></rect>\n",
      css_class, x(from), y(up), x(to) - x(from), kBase - y(up), hint);
}

void Chart::curve(std::span<const Point> points, std::string_view css_class) {
  out_ += fmt::format("<polyline class=\"{}\" points=\"", css_class);
  for (const Point& point : points)
    fmt::format_to(std::back_inserter(out_), "{:.1f},{:.1f} ", x(point.right), y(point.up));
  out_ += "\"/>\n";
}

void Chart::band(std::span<const Span> spans, std::string_view css_class) {
  out_ += fmt::format("<path class=\"{}\" d=\"", css_class);
  for (const Span& span : spans) {
    const double left = x(span.from), top = y(span.high);
    fmt::format_to(std::back_inserter(out_), "M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}Z", left, top,
                   std::max(x(span.to), left + kHairline), std::max(y(span.low), top + kHairline), left);
  }
  out_ += "\"/>\n";
}

void Chart::lane_mark(std::size_t lane, std::string_view css_class, double from, double to,
                      std::string_view hint) {
  constexpr double kMarkHeight = 10;
  out_ += fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\"><title>{}</title></rect>\n",
      css_class, x(from), lane_middle(lane) - kMarkHeight / 2, std::max(x(to) - x(from), kHairline),
      kMarkHeight, hint);
}

void Chart::area(std::string_view css_class, double from, double to) {
  out_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                      css_class, x(from), top_, x(to) - x(from), kBase - top_);
}

void Chart::cut(double right) {
  line("cut", x(right), top_, x(right), kBase);
}

void Chart::mark_right(double value, std::string_view label) {
  const double at = x(value);
  line("expected", at, kTop - 8, at, kBase);
  const bool is_left = at < kCanvasWidth / 2;
  text(is_left ? "note" : "note end", at + (is_left ? 6 : -6), kTop - 14, label);
}

void Chart::mark_up(double value, std::string_view label) {
  line("expected", kLeft, y(value), kRight, y(value));
  text("note end", kRight, kTop - 14, label);
}

void Chart::note(std::string_view content) {
  text("note end", kRight, kTop + 14, content);
}

std::string Chart::finish() && {
  return std::move(out_) + "</svg>\n";
}

double Chart::x(double value) const {
  return kLeft + (kRight - kLeft) * right_.position(value);
}

double Chart::y(double value) const {
  return kBase - (kBase - top_) * up_.position(value);
}

void Chart::line(std::string_view css_class, double x1, double y1, double x2, double y2) {
  out_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                      css_class, x1, y1, x2, y2);
}

void Chart::text(std::string_view css_class, double at_x, double at_y, std::string_view content) {
  out_ +=
      fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", css_class, at_x, at_y, content);
}

void Chart::axis_up(std::string_view label) {
  for (const auto& [value, words] : up_.ticks()) {
    if (words.empty()) {
      line("axis", kLeft - 3, y(value), kLeft, y(value));
      continue;
    }
    line("grid", kLeft, y(value), kRight, y(value));
    text("tick count", kLeft - 8, y(value) + 4, words);
  }
  line("axis", kLeft, top_, kLeft, kBase);
  out_ += fmt::format("<text class=\"label\" transform=\"translate(16 {:.1f}) rotate(-90)\">{}</text>\n",
                      (top_ + kBase) / 2, label);
}

double Chart::lane_middle(std::size_t lane) const {
  return kLaneTop + kLaneHeight * (static_cast<double>(lane) + 0.5);
}

void Chart::name_lanes(std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    line("grid", kLeft, lane_middle(i), kRight, lane_middle(i));
    text("tick count", kLeft - 8, lane_middle(i) + 4, names[i]);
  }
}

void Chart::axis_right(std::string_view label) {
  line("axis", kLeft, kBase, kRight, kBase);
  for (const auto& [value, words] : right_.ticks()) {
    line("axis", x(value), kBase, x(value), kBase + (words.empty() ? 3 : 5));
    if (!words.empty()) text("tick", x(value), kBase + 20, words);
  }
  text("label", (kLeft + kRight) / 2, kCanvasHeight - 12, label);
}

}  // namespace idn::parser
