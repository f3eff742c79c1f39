// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "viewer/model/timeline.hpp"

class QPainter;

namespace idn::viewer {

/// A range of time that was marked.
struct Marks {
  std::optional<TimePoint> from;
  std::optional<TimePoint> to;
};

/// The span that can be shown, where it is dark, what is marked, and the position, which the mouse moves.
class TimeBar : public QWidget {
  Q_OBJECT

 public:
  explicit TimeBar(QWidget* parent = nullptr);

  void set_span(TimePoint begin, TimePoint end, TimePoint position);
  /// Of the selected stream; its darkness is copied.
  void set_timeline(const Timeline* timeline);
  void set_marks(const Marks& marks);
  const Marks& marks() const noexcept { return marks_; }

  QSize sizeHint() const override;

 signals:
  void sought(idn::TimePoint to);

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
  std::optional<TimePoint> lit_from_, lit_to_;  ///< of the stream
  Marks marks_;
};

}  // namespace idn::viewer
