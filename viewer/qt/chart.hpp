// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <vector>

#include "idn/analysis/offset_histogram.hpp"

namespace idn::viewer {

/// How often each packet offset occurred: buckets of 100 us, those on target green. Counts on a logarithmic
/// scale, so that one late datagram of a thousand is seen.
class OffsetChart : public QWidget {
 public:
  explicit OffsetChart(QWidget* parent = nullptr);

  void set(const analysis::OffsetHistogram& histogram, analysis::Micros expected);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  analysis::OffsetHistogram histogram_;
  analysis::Micros expected_{};
};

/// A value over the last seconds, the latest at the right edge.
class StripChart : public QWidget {
 public:
  struct Point {
    double seconds = 0;  ///< before the right edge
    double value = 0;
  };

  /// @param name of the values, which are in ms; @param marks_zero a value of 0 is a failure, and red
  StripChart(const QString& name, bool marks_zero, QWidget* parent = nullptr);

  /// @param seconds that the width stands for
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
