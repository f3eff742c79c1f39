// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "viewer/model/timeline.hpp"

class QPainter;

namespace idn::viewer {

/// A range of time marked by the user.
struct Marks {
  std::optional<TimePoint> from;
  std::optional<TimePoint> to;
};

/// Time bar: the range that can be shown with its dark intervals, the marks, and the position, which the mouse
/// moves.
class TimeBar : public QWidget {
  Q_OBJECT

 public:
  explicit TimeBar(QWidget* parent = nullptr);

  void set_span(TimePoint begin, TimePoint end, TimePoint position);
  /// Shows the dark intervals of the selected stream, which are copied. Null: none.
  void set_timeline(const Timeline* timeline);
  void set_marks(const Marks& marks);
  const Marks& marks() const noexcept { return marks_; }

  QSize sizeHint() const override;

 signals:
  void seek_requested(idn::TimePoint to);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double x_of(TimePoint time) const;
  TimePoint time_at(double x) const;
  void seek(QMouseEvent* event);
  void paint_darks(QPainter& painter) const;
  void paint_marks(QPainter& painter) const;

  TimePoint begin_{}, end_{}, position_{};
  std::vector<Dark> darks_;
  std::optional<TimePoint> lit_from_, lit_to_;  ///< from the first to the last sample of the stream
  Marks marks_;
};

}  // namespace idn::viewer
