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

/// The controls below the picture: play, step, scrub, speed. They change the session and then emit changed(),
/// since its stream objects may have been replaced.
class TimeControls : public QWidget {
  Q_OBJECT

 public:
  /// @param view_session must outlive this object
  explicit TimeControls(ViewSession& view_session, QWidget* parent = nullptr);

  /// Actions for menus and keys.
  const std::vector<QAction*>& actions_of_time() const noexcept { return actions_; }

  /// Updates the display of position, speed and state from the session.
  void refresh();
  /// Sets the time line of the selected stream, which the steps follow and the time bar shows; null if there is
  /// none.
  void set_timeline(const Timeline* timeline);
  /// The marked range; the whole range if there are no marks.
  std::pair<TimePoint, TimePoint> range() const;
  /// To be called when the source changes.
  void clear_marks() { bar_->set_marks({}); }

 signals:
  void changed();

 private:
  /// @param keys one or more, separated by "; "
  QAction* add(const QString& name, const QString& keys, const std::function<void()>& act);
  void add_step(const QString& name, const QString& keys, StepBy unit, int count);
  void add_buttons();
  std::string position_text() const;
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
