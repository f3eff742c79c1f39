// SPDX-License-Identifier: MIT
#include "viewer/qt/time_bar.hpp"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "viewer/model/instruments/dark_note.hpp"
#include "viewer/qt/dark_colour.hpp"
#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

constexpr int kHeight = 26;
constexpr int kMargin = 8;

}  // namespace

TimeBar::TimeBar(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName("time");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TimeBar::sizeHint() const {
  return {400, kHeight};
}

void TimeBar::set_span(TimePoint begin, TimePoint end, TimePoint position) {
  if (begin == begin_ && end == end_ && position == position_) return;
  begin_ = begin;
  end_ = end;
  position_ = position;
  update();
}

void TimeBar::set_timeline(const Timeline* timeline) {
  darks_.clear();
  lit_from_.reset();
  lit_to_.reset();
  if (timeline != nullptr && !timeline->empty()) {
    darks_.assign(timeline->darks().begin(), timeline->darks().end());
    lit_from_ = timeline->begin();
    lit_to_ = timeline->end();
  }
  update();
}

void TimeBar::set_marks(const Marks& marks) {
  marks_ = marks;
  update();
}

double TimeBar::x_of(TimePoint time) const {
  const double span = std::max(1.0, static_cast<double>((end_ - begin_).count()));
  const double share = static_cast<double>((std::clamp(time, begin_, end_) - begin_).count()) / span;
  return kMargin + share * (width() - 2 * kMargin);
}

TimePoint TimeBar::time_at(double x) const {
  const double share = std::clamp((x - kMargin) / std::max(1, width() - 2 * kMargin), 0.0, 1.0);
  return begin_ + Duration(static_cast<Duration::rep>(share * static_cast<double>((end_ - begin_).count())));
}

void TimeBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF track(kMargin, height() / 2.0 - 4, width() - 2 * kMargin, 8);
  painter.fillRect(track, theme::kRaised);
  if (lit_from_)
    painter.fillRect(QRectF(QPointF(x_of(*lit_from_), track.top()), QPointF(x_of(*lit_to_), track.bottom())),
                     QColor(0x2c, 0x5d, 0x44));
  paint_darks(painter);
  paint_marks(painter);
  if (isEnabled()) painter.fillRect(QRectF(x_of(position_) - 1.5, 2, 3, height() - 4), theme::kText);
}

/// Draws the dark intervals, each at least a pixel wide.
void TimeBar::paint_darks(QPainter& painter) const {
  for (const Dark& dark : darks_) {
    const double from = x_of(dark.begin), to = std::max(x_of(dark.end), from + 1);
    painter.fillRect(QRectF(from, height() / 2.0 - 4, to - from, 8), colour_of(dark.reason));
  }
}

void TimeBar::paint_marks(QPainter& painter) const {
  for (const auto& mark : {marks_.from, marks_.to})
    if (mark) painter.fillRect(QRectF(x_of(*mark) - 1, 3, 2, height() - 6), theme::kAccent);
  if (marks_.from && marks_.to)
    painter.fillRect(QRectF(QPointF(x_of(*marks_.from), 3), QPointF(x_of(*marks_.to), 6)), theme::kAccent);
}

void TimeBar::seek(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) emit seek_requested(time_at(event->position().x()));
}

void TimeBar::mousePressEvent(QMouseEvent* event) {
  seek(event);
}

void TimeBar::mouseMoveEvent(QMouseEvent* event) {
  seek(event);
}

/// Shows the cause of the dark interval under the mouse as a tooltip.
bool TimeBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const TimePoint from = time_at(help->pos().x() - 2), to = time_at(help->pos().x() + 2);
  const auto dark = std::ranges::find_if(
      darks_, [&](const Dark& candidate) { return candidate.begin <= to && from < candidate.end; });
  if (dark == darks_.end())
    QToolTip::hideText();
  else
    QToolTip::showText(
        help->globalPos(),
        QString::fromStdString(to_string(DarkNote{dark->reason, std::min(dark->end, end_) - dark->begin})));
  return true;
}

}  // namespace idn::viewer
