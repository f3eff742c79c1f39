// SPDX-License-Identifier: MIT
#include "viewer/qt/chart.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr int kScaleHeight = 16;  ///< of the texts below
/// Buckets that fit; the rest goes into the last one.
constexpr int kMostBuckets = 60;

void set_small_font(QPainter& painter) {
  QFont font = painter.font();
  font.setPointSizeF(font.pointSizeF() * 0.85);
  painter.setFont(font);
}

/// The next of 1, 2, 5, 10, 20 ... from `value` on.
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

void OffsetChart::set(const analysis::OffsetHistogram& histogram, analysis::Micros expected) {
  histogram_ = histogram;
  expected_ = expected;
  update();
}

void OffsetChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  set_small_font(painter);
  const int bottom = height() - kScaleHeight;
  painter.fillRect(0, 0, width(), bottom, theme::kSunken);
  if (histogram_.total() == 0) {
    painter.setPen(theme::kFaint);
    painter.drawText(QRect(0, 0, width(), bottom), Qt::AlignCenter, "no packet offsets yet");
    return;
  }
  const auto width_of_bucket = analysis::OffsetHistogram::kBucketWidth;
  const auto wanted = static_cast<int>(std::ceil(2.5 * expected_.count() / 100));
  const int last = static_cast<int>(histogram_.buckets().rbegin()->first / width_of_bucket);
  const int buckets = std::clamp(std::max(wanted, last + 1), 12, kMostBuckets);
  std::uint64_t most = 1;
  for (const auto& [edge, count] : histogram_.buckets()) most = std::max(most, count);
  const double scale = std::log10(static_cast<double>(most) + 1);
  const auto target = analysis::target_window(expected_);
  const double step = static_cast<double>(width()) / buckets;
  for (int i = 0; i < buckets; ++i) {
    const auto edge = i * width_of_bucket;
    const auto count = i + 1 == buckets ? histogram_.count_from(edge) : histogram_.count_at(edge);
    if (count == 0) continue;
    const double tall = std::log10(static_cast<double>(count) + 1) / scale * (bottom - 4);
    const bool is_on_target = edge == target.lower || edge == target.upper;
    painter.fillRect(QRectF(i * step + 0.5, bottom - tall, std::max(step - 1, 1.0), tall),
                     is_on_target ? theme::kGood : theme::kWarning);
  }
  painter.setPen(theme::kFaint);
  const QRect below(0, bottom, width(), kScaleHeight);
  painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, "0");
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                   QString(last + 1 > buckets ? "≥ %1 ms" : "%1 ms").arg(buckets / 10.0));
  painter.drawText(
      QRectF(std::clamp(expected_.count() / 100 * step - 40, 20.0, width() - 100.0), bottom, 80, kScaleHeight),
      Qt::AlignCenter, QString("%1 µs").arg(std::lround(expected_.count())));
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
  const double highest = top();
  // Of all points on one column of the screen the span is drawn: nothing gets lost, and the work is bounded.
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
      return height() - 2 - std::max(value, 0.0) / highest * (height() - 4);
    };
    const bool failed = marks_zero_ && least <= 0;
    painter.fillRect(QRectF(static_cast<double>(x), y_of(most), 1, std::max(y_of(least) - y_of(most), 1.5)),
                     failed ? theme::kBad : theme::kAccent);
  }
  painter.setPen(theme::kFaint);
  painter.drawText(rect().adjusted(4, 1, -4, -1), Qt::AlignLeft | Qt::AlignTop,
                   QString("%2, up to %1 ms").arg(highest).arg(name_));
  painter.drawText(rect().adjusted(4, 1, -4, -1), Qt::AlignRight | Qt::AlignTop,
                   QString("last %1 s").arg(seconds_, 0, 'g', 2));
}

}  // namespace idn::viewer
