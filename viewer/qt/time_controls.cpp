// SPDX-License-Identifier: MIT
#include "viewer/qt/time_controls.hpp"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "viewer/model/instruments/time_text.hpp"
#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

struct Speed {
  const char* name;
  double value;
};

constexpr Speed kSpeeds[] = {{"1/100", 0.01}, {"1/50", 0.02}, {"1/20", 0.05}, {"1/10", 0.1}, {"1/5", 0.2},
                             {"1/2", 0.5},    {"1", 1},       {"2", 2},       {"4", 4}};
constexpr int kNormal = 6;

constexpr int kIconSize = 16;

/// Icons are drawn, since fonts may lack these symbols.
QIcon make_icon(bool pause) {
  QPixmap pixmap(4 * kIconSize, 4 * kIconSize);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(4, 4);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::kText);
  if (pause) {
    painter.drawRect(3, 2, 4, 12);
    painter.drawRect(9, 2, 4, 12);
  } else {
    painter.drawPolygon(QPolygon({QPoint(4, 2), QPoint(14, 8), QPoint(4, 14)}));
  }
  return pixmap;
}

}  // namespace

TimeControls::TimeControls(ViewSession& view_session, QWidget* parent)
    : QWidget(parent),
      session_(view_session),
      bar_(new TimeBar(this)),
      label_(new QLabel(this)),
      speed_(new QComboBox(this)),
      play_icon_(make_icon(false)),
      pause_icon_(make_icon(true)),
      play_(new QToolButton(this)),
      live_(new QToolButton(this)) {
  add("Play or pause", "Space", [this] { toggle(); });
  add("Back to live, or to the end", "End", [this] {
    if (session_.live() != nullptr) return session_.go_live();
    session_.pause();
    session_.seek(session_.player().end());
  });
  add("To the beginning", "Home", [this] { session_.seek(session_.player().begin()); });
  add_step("Next sample", ".", StepBy::Sample, 1);
  add_step("Previous sample", ",", StepBy::Sample, -1);
  add_step("Next chunk", "Ctrl+.", StepBy::Chunk, 1);
  add_step("Previous chunk", "Ctrl+,", StepBy::Chunk, -1);
  add_step("Next frame (wave: 40 ms)", "Alt+.", StepBy::Frame, 1);
  add_step("Previous frame (wave: 40 ms)", "Alt+,", StepBy::Frame, -1);
  add("100 ms on", "L; Right", [this] { scrub(100ms); });
  add("100 ms back", "J; Left", [this] { scrub(-100ms); });
  add("1 s on", "Shift+L; Shift+Right", [this] { scrub(1s); });
  add("1 s back", "Shift+J; Shift+Left", [this] { scrub(-1s); });
  add("Slower", "[", [this] { change_speed(-1); });
  add("Faster", "]", [this] { change_speed(1); });
  add("Normal speed", "Backspace", [this] { speed_->setCurrentIndex(kNormal); });
  add("Mark the start of a range", "I", [this] { mark(&Marks::from); });
  add("Mark the end of a range", "O", [this] { mark(&Marks::to); });
  add("Remove the marks", "U", [this] { bar_->set_marks({}); });
  for (const Speed& speed : kSpeeds) speed_->addItem(QString("x %1").arg(speed.name));
  speed_->setCurrentIndex(kNormal);
  speed_->setToolTip("Speed ([ and ])");
  connect(speed_, &QComboBox::currentIndexChanged, this, &TimeControls::choose_speed);
  connect(bar_, &TimeBar::seek_requested, this, [this](TimePoint to) {
    session_.seek(to);
    emit changed();
  });
  add_buttons();
}

QAction* TimeControls::add(const QString& name, const QString& keys, const std::function<void()>& act) {
  auto* const action = new QAction(name, this);
  action->setShortcuts(QKeySequence::listFromString(keys));
  connect(action, &QAction::triggered, this, [this, act] {
    act();
    emit changed();
  });
  actions_.push_back(action);
  return action;
}

void TimeControls::add_step(const QString& name, const QString& keys, StepBy unit, int count) {
  QAction* const action = add(name, keys, [this, unit, count] {
    if (timeline_ != nullptr) session_.step(*timeline_, unit, count);
  });
  action->setAutoRepeat(true);
}

void TimeControls::add_buttons() {
  play_->setAutoRaise(true);
  play_->setIcon(play_icon_);
  play_->setIconSize({kIconSize, kIconSize});
  play_->setToolTip("Play or pause (Space)");
  live_->setText("LIVE");
  live_->setAutoRaise(true);
  live_->setToolTip("Back to what arrives now (End)");
  connect(play_, &QToolButton::clicked, actions_[0], &QAction::trigger);
  connect(live_, &QToolButton::clicked, actions_[1], &QAction::trigger);
  label_->setObjectName("position");
  label_->setMinimumWidth(label_->fontMetrics().horizontalAdvance("0:00:00.000 of 0:00:00.000 (00:00:00.000)"));
  label_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(6, 2, 6, 2);
  layout->addWidget(play_);
  layout->addWidget(bar_, 1);
  layout->addWidget(label_);
  layout->addWidget(live_);
  layout->addWidget(speed_);
}

void TimeControls::refresh() {
  const Player& player = session_.player();
  bar_->set_span(player.begin(), player.end(), player.position());
  if (shows_pause_ != player.is_playing()) {
    shows_pause_ = player.is_playing();
    play_->setIcon(shows_pause_ ? pause_icon_ : play_icon_);
  }
  live_->setVisible(session_.live() != nullptr);
  const QColor live_colour = player.is_following() ? theme::kGood : theme::kFaint;
  if (QPalette palette = live_->palette(); palette.color(QPalette::ButtonText) != live_colour) {
    palette.setColor(QPalette::ButtonText, live_colour);
    live_->setPalette(palette);
  }
  const bool is_normal = player.speed() == kSpeeds[speed_->currentIndex()].value;
  if (!is_normal && player.speed() == 1) {
    const QSignalBlocker quiet(speed_);
    speed_->setCurrentIndex(kNormal);
  }
  label_->setText(QString::fromStdString(position_text()));
}

/// "12.345 s of 0:59:59.960 (21:04:07.250)": with the time of day where the file knows it.
std::string TimeControls::position_text() const {
  const Player& player = session_.player();
  if (player.is_following() || !session_.has_source()) return {};
  auto words =
      time_text(player.position() - player.begin()) + " of " + time_text(player.end() - player.begin());
  if (const auto& zero = session_.recording().zero)
    words += " (" + wall_clock(*zero + player.position().time_since_epoch()) + ")";
  return words;
}

void TimeControls::set_timeline(const Timeline* timeline) {
  timeline_ = timeline;
  bar_->set_timeline(timeline);
}

std::pair<TimePoint, TimePoint> TimeControls::range() const {
  const TimePoint begin = session_.player().begin(), end = session_.player().end();
  const TimePoint from = std::clamp(bar_->marks().from.value_or(begin), begin, end);
  const TimePoint to = std::clamp(bar_->marks().to.value_or(end), begin, end);
  return from < to ? std::pair(from, to) : std::pair(begin, end);
}

void TimeControls::toggle() {
  if (session_.player().is_playing())
    session_.pause();
  else
    session_.play();
}

void TimeControls::scrub(Duration by) {
  session_.seek(session_.position() + by);
}

void TimeControls::change_speed(int steps) {
  speed_->setCurrentIndex(std::clamp(speed_->currentIndex() + steps, 0, speed_->count() - 1));
}

void TimeControls::choose_speed() {
  session_.set_speed(kSpeeds[speed_->currentIndex()].value);
  emit changed();
}

/// Sets a mark at the position. Pauses first, since live data would move out of the range.
void TimeControls::mark(std::optional<TimePoint> Marks::* which) {
  session_.pause();
  Marks marks = bar_->marks();
  marks.*which = session_.position();
  bar_->set_marks(marks);
}

}  // namespace idn::viewer
