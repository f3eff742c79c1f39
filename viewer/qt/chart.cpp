// SPDX-License-Identifier: MIT
#include "viewer/qt/chart.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr int kScaleHeight = 16;  ///< of the labels below
constexpr int kCountWidth = 40;   ///< of the labels at the left

void set_small_font(QPainter& painter) {
  QFont font = painter.font();
  font.setPointSizeF(font.pointSizeF() * 0.85);
  painter.setFont(font);
}

/// Rounds up to 1, 2 or 5 times a power of ten.
double round_up(double value) {
  if (!(value > 0)) return 1;
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (value <= step * decade) return step * decade;
  return 10 * decade;
}

}  // namespace

OffsetChart::OffsetChart(QWidget* parent) : QWidget(parent) {
  setAccessibleName("packet offsets");
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  setMinimumHeight(90);
}

QSize OffsetChart::sizeHint() const {
  return {280, 120};
}

void OffsetChart::set(OffsetBars bars) {
  bars_ = std::move(bars);
  update();
}

double OffsetChart::y_of(double count) const {
  const int bottom = height() - kScaleHeight;
  const double top = std::log10(static_cast<double>(bars_.most()) + 1);
  return bottom - std::log10(count + 1) / top * (bottom - 4);
}

void OffsetChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  set_small_font(painter);
  const QRect inside(0, 0, width(), height() - kScaleHeight);
  painter.fillRect(inside, theme::kSunken);
  if (bars_.bars.empty()) {
    painter.setPen(theme::kFaint);
    painter.drawText(inside, Qt::AlignCenter, "no packet offsets yet");
    return;
  }
  paint_bars(painter);
  paint_counts(painter);
  paint_times(painter);
}

void OffsetChart::paint_bars(QPainter& painter) const {
  const double step = static_cast<double>(width() - kCountWidth) / static_cast<double>(bars_.bars.size());
  const int bottom = height() - kScaleHeight;
  for (std::size_t i = 0; i < bars_.bars.size(); ++i) {
    const auto [count, is_on_target] = bars_.bars[i];
    if (count == 0) continue;
    const double top = y_of(static_cast<double>(count));
    painter.fillRect(
        QRectF(kCountWidth + static_cast<double>(i) * step + 0.5, top, std::max(step - 1, 1.0), bottom - top),
        is_on_target ? theme::kGood : theme::kWarning);
  }
}

/// Lines with labels at the tallest bar and at 1, 10, 100 ..., as far as the labels do not overlap.
void OffsetChart::paint_counts(QPainter& painter) const {
  const int line = painter.fontMetrics().height();
  double free_below = -1;  // below the last label
  const auto mark = [&](double count) {
    const double y = y_of(count);
    if (free_below >= 0 && y < free_below + line) return;
    painter.setPen(theme::kLine);
    painter.drawLine(QPointF(kCountWidth, y), QPointF(width(), y));
    painter.setPen(theme::kFaint);
    const double top = std::clamp(y - line / 2.0, 0.0, height() - kScaleHeight - static_cast<double>(line));
    painter.drawText(QRectF(0, top, kCountWidth - 4, line), Qt::AlignRight | Qt::AlignVCenter,
                     count < 1e5 ? QString::number(count, 'f', 0) : QString("%1k").arg(count / 1e3, 0, 'f', 0));
    free_below = y;
  };
  mark(static_cast<double>(bars_.most()));
  double decade = 1;
  while (decade * 10 < static_cast<double>(bars_.most())) decade *= 10;
  for (; decade >= 1; decade /= 10) mark(decade);
}

void OffsetChart::paint_times(QPainter& painter) const {
  const QRect below(kCountWidth, height() - kScaleHeight, width() - kCountWidth, kScaleHeight);
  const double right = static_cast<double>(bars_.bars.size()) * bars_.width.count();
  painter.setPen(theme::kFaint);
  painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, "0");
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                   QString(bars_.has_more ? "≥ %1 ms" : "%1 ms").arg(right / 1000));
  const double x = below.left() + bars_.expected.count() / right * below.width();
  const double expected = bars_.expected.count();
  painter.drawText(
      QRectF(std::clamp(x - 40, below.left() + 14.0, width() - 124.0), below.top(), 80, kScaleHeight),
      Qt::AlignCenter,
      expected < 10'000 ? QString("%1 us").arg(std::lround(expected))
                        : QString("%1 ms").arg(expected / 1000, 0, 'g', 4));
}

StripChart::StripChart(const QString& name, bool marks_zero, QWidget* parent)
    : QWidget(parent), name_(name), marks_zero_(marks_zero) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  setMinimumHeight(60);
}

QSize StripChart::sizeHint() const {
  return {280, 76};
}

void StripChart::set(std::vector<Point> points, double seconds) {
  points_ = std::move(points);
  seconds_ = seconds;
  update();
}

double StripChart::top() const {
  double most = 0;
  for (const Point& point : points_) most = std::max(most, point.value);
  return round_up(most * 1.05);
}

void StripChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  set_small_font(painter);
  painter.fillRect(rect(), theme::kSunken);
  const QRect caption(4, 1, width() - 8, painter.fontMetrics().height());
  painter.setPen(theme::kFaint);
  painter.drawText(caption, Qt::AlignRight | Qt::AlignTop, QString("last %1 s").arg(seconds_, 0, 'g', 2));
  const double highest = top();
  painter.drawText(caption, Qt::AlignLeft | Qt::AlignTop,
                   points_.empty() ? name_ : QString("%1, up to %2 ms").arg(name_).arg(highest));
  // For each column of pixels, the range of its points is drawn: no extreme is lost, and the work is bounded.
  const auto columns = static_cast<std::size_t>(std::max(width(), 1));
  std::vector<std::pair<double, double>> spans(columns, {highest, -1});
  for (const Point& point : points_) {
    const double x = (1 - point.seconds / seconds_) * (width() - 1);
    auto& [least, most] = spans[static_cast<std::size_t>(std::clamp(x, 0.0, width() - 1.0))];
    least = std::min(least, point.value);
    most = std::max(most, point.value);
  }
  for (std::size_t x = 0; x < columns; ++x) {
    const auto [least, most] = spans[x];
    if (most < 0) continue;
    const auto y_of = [&](double value) {
      return height() - 2 - std::max(value, 0.0) / highest * (height() - 2 - caption.bottom());
    };
    const bool failed = marks_zero_ && least <= 0;
    painter.fillRect(QRectF(static_cast<double>(x), y_of(most), 1, std::max(y_of(least) - y_of(most), 1.5)),
                     failed ? theme::kBad : theme::kAccent);
  }
}

}  // namespace idn::viewer
