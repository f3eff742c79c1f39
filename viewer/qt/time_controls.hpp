// SPDX-License-Identifier: MIT
#pragma once

#include <QIcon>
#include <QWidget>
#include <functional>
#include <vector>

#include "viewer/model/view_session.hpp"
#include "viewer/qt/time_bar.hpp"

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace idn::viewer {

/// Below the picture: play, step, scrub, speed. What it does to the session is signalled by changed(), since
/// streams may be others then.
class TimeControls : public QWidget {
  Q_OBJECT

 public:
  /// @param view_session outlives it
  explicit TimeControls(ViewSession& view_session, QWidget* parent = nullptr);

  /// For menus and keys.
  const std::vector<QAction*>& actions_of_time() const noexcept { return actions_; }

  /// Shows where the session is.
  void refresh();
  /// Of the selected stream, null where there is none: what steps go along, and what the bar shows.
  void set_timeline(const Timeline* timeline);
  /// Range that was marked, else all of it.
  std::pair<TimePoint, TimePoint> range() const;
  /// The source is another one.
  void clear_marks() { bar_->set_marks({}); }

 signals:
  void changed();

 private:
  /// @param keys of several, separated by "; "
  QAction* add(const QString& name, const QString& keys, const std::function<void()>& act);
  void add_step(const QString& name, const QString& keys, StepBy unit, int count);
  void add_buttons();
  void toggle();
  void scrub(Duration by);
  void change_speed(int steps);
  void choose_speed();
  void mark(std::optional<TimePoint> Marks::* which);

  ViewSession& session_;
  const Timeline* timeline_ = nullptr;
  std::vector<QAction*> actions_;
  TimeBar* bar_;
  QLabel* label_;
  QComboBox* speed_;
  QIcon play_icon_, pause_icon_;
  bool shows_pause_ = false;
  QToolButton *play_, *live_;
};

}  // namespace idn::viewer
