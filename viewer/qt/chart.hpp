// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <vector>

#include "viewer/model/instruments/offset_bars.hpp"

class QPainter;

namespace idn::viewer {

/// Histogram of packet offsets, or of intervals between frames; those on target are green. Counts have a
/// logarithmic scale, so that one late datagram of a thousand is visible.
class OffsetChart : public QWidget {
  Q_OBJECT

 public:
  explicit OffsetChart(QWidget* parent = nullptr);

  void set(OffsetBars bars);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paint_bars(QPainter& painter) const;
  void paint_counts(QPainter& painter) const;
  void paint_times(QPainter& painter) const;
  double y_of(double count) const;

  OffsetBars bars_;
};

/// A value over the last seconds, the latest at the right edge.
class StripChart : public QWidget {
 public:
  struct Point {
    double seconds = 0;  ///< before the right edge
    double value = 0;
  };

  /// @param name of the quantity, which is in ms; @param marks_zero values of 0 are errors, drawn in red
  StripChart(const QString& name, bool marks_zero, QWidget* parent = nullptr);

  void set_name(const QString& name) { name_ = name; }
  /// @param seconds shown in the width of the chart
  void set(std::vector<Point> points, double seconds);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double top() const;

  QString name_;
  bool marks_zero_;
  std::vector<Point> points_;
  double seconds_ = 1;
};

}  // namespace idn::viewer
