// SPDX-License-Identifier: MIT
#include "idn_parser/report/svg.hpp"

#include <fmt/format.h>

#include <cmath>

#include "idn_parser/report/histogram_view.hpp"

namespace idn::parser {
namespace {

/// The figure in the units of its view box.
struct Canvas {
  double width = 880;
  double height = 400;
  double left = 72;
  double right = 18;
  double top = 34;
  double bottom = 58;

  double plot_width() const { return width - left - right; }
  double plot_height() const { return height - top - bottom; }
  double base() const { return height - bottom; }
};

class HistogramFigure {
 public:
  explicit HistogramFigure(const StreamFacts& stream)
      : stream_(stream), view_(stream), decades_(decades_for(view_.highest_count())) {}

  std::string render() {
    out_ = fmt::format(
        "<svg class=\"histogram\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-label=\"Packet-offset histogram, {} offsets\">\n",
        canvas_.width, canvas_.height, stream_.histogram.total());
    count_axis();
    offset_axis();
    bars();
    expected_line();
    clipped_note();
    return out_ + "</svg>\n";
  }

 private:
  /// Half a decade below 1, so that a single datagram still has a bar.
  static constexpr double kBelowOne = 0.3;

  double x(double offset_us) const {
    return canvas_.left + canvas_.plot_width() * offset_us / static_cast<double>(view_.limit().count());
  }
  double y(double count) const {
    const double share = (std::log10(count) + kBelowOne) / (decades_ + kBelowOne);
    return canvas_.base() - canvas_.plot_height() * share;
  }

  void line(const char* css_class, double x1, double y1, double x2, double y2) {
    out_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                        css_class, x1, y1, x2, y2);
  }
  void text(const char* css_class, double at_x, double at_y, std::string_view content) {
    out_ +=
        fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", css_class, at_x, at_y, content);
  }

  void count_axis() {
    const double end = canvas_.width - canvas_.right;
    for (int decade = 0; decade <= decades_; ++decade) {
      const double tick = std::pow(10.0, decade);
      line("grid", canvas_.left, y(tick), end, y(tick));
      text("tick count", canvas_.left - 8, y(tick) + 4, fmt::format("{:.0f}", tick));
      for (int minor = 2; minor <= 9 && decade < decades_; ++minor)
        line("axis", canvas_.left - 3, y(tick * minor), canvas_.left, y(tick * minor));
    }
    line("axis", canvas_.left, canvas_.top, canvas_.left, canvas_.base());
    const double middle = canvas_.top + canvas_.plot_height() / 2;
    out_ += fmt::format(
        "<text class=\"label\" transform=\"translate(16 {:.1f}) rotate(-90)\">Number of datagrams</text>\n",
        middle);
  }

  void offset_axis() {
    const auto limit = view_.limit().count();
    const std::int64_t step = limit <= 20'000 ? 1000 : limit <= 50'000 ? 5000 : 10'000;
    line("axis", canvas_.left, canvas_.base(), canvas_.width - canvas_.right, canvas_.base());
    for (std::int64_t tick = 0; tick <= limit; tick += step) {
      const double at = x(static_cast<double>(tick));
      line("axis", at, canvas_.base(), at, canvas_.base() + 5);
      text("tick", at, canvas_.base() + 20, fmt::format("{}", tick));
    }
    text("label", canvas_.left + canvas_.plot_width() / 2, canvas_.height - 12, "Packet offset (µs)");
  }

  void bars() {
    constexpr auto kWidth = analysis::OffsetHistogram::kBucketWidth;
    for (const auto& [edge, count] : stream_.histogram.buckets()) {
      if (!view_.shows(edge)) continue;
      const double from = x(static_cast<double>(edge.count()));
      const double to = x(static_cast<double>((edge + kWidth).count()));
      const double top = y(static_cast<double>(count));
      out_ += fmt::format(
          "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\">"
          "<title>{} to {} µs: {}</title></rect>\n",
          view_.is_on_target(edge) ? "bar target" : "bar", from, top, to - from, canvas_.base() - top,
          edge.count(), (edge + kWidth).count(), count);
    }
  }

  void expected_line() {
    const double expected = stream_.summary.expected.count();
    if (expected <= 0 || expected > static_cast<double>(view_.limit().count())) return;
    line("expected", x(expected), canvas_.top - 8, x(expected), canvas_.base());
    const bool is_left = x(expected) < canvas_.width / 2;
    text(is_left ? "note" : "note end", x(expected) + (is_left ? 6 : -6), canvas_.top - 14,
         fmt::format("expected {:.6g} µs", expected));
  }

  void clipped_note() {
    std::string note;
    if (view_.below_zero() > 0) note = fmt::format("{} below 0", view_.below_zero());
    if (view_.beyond_limit() > 0)
      note += fmt::format("{}{} beyond {} µs →", note.empty() ? "" : ", ", view_.beyond_limit(),
                          view_.limit().count());
    if (!note.empty()) text("note end", canvas_.width - canvas_.right, canvas_.top + 14, note);
  }

  const StreamFacts& stream_;
  HistogramView view_;
  int decades_;
  Canvas canvas_;
  std::string out_;
};

}  // namespace

std::string histogram_svg(const StreamFacts& stream) {
  return HistogramFigure(stream).render();
}

}  // namespace idn::parser
