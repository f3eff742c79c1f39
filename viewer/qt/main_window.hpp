// SPDX-License-Identifier: MIT
#pragma once

#include <QImage>
#include <QMainWindow>
#include <functional>
#include <memory>

#include "viewer/model/view_session.hpp"
#include "viewer/options.hpp"
#include "viewer/qt/measurement.hpp"

class QLabel;
class QSettings;

namespace idn::viewer {

class FileLoader;
class FilmExport;
class MessageBar;
class PicturePanel;
class SamplePanel;
class StreamPanel;
class TimeControls;
class WallView;

/// Joins the session with what shows it. Sixty times a second time passes in one place, tick(); whatever
/// else changes the session shows it at once, so that no widget keeps a stream that is gone.
class MainWindow : public QMainWindow {
 public:
  /// @param settings null: none are read or kept
  MainWindow(const Options& options, std::unique_ptr<QSettings> settings);
  ~MainWindow() override;

  /// Takes the message that the window shows where a source cannot be had.
  using OnProblem = std::function<void(const std::string&)>;
  /// Reads it in the background; what is shown stays until then, and if it cannot be read.
  void open_file(const std::string& path, const OnProblem& on_problem = {});
  void listen(std::uint16_t port, const OnProblem& on_problem = {});

  const ViewSession& view_session() const noexcept { return session_; }
  std::string measured() const;
  /// Of a program that has the source that was asked for last, and nothing else.
  int exit_code() const noexcept { return exit_code_; }
  /// What the key does; null where it does nothing.
  QAction* action_of(const std::string& key) const;

  /// What the window, and what lies on it, looked like when it was closed.
  const QImage& last_view() const noexcept { return last_view_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QImage view();
  void make_widgets(const Options& options);
  void add_panel(const QString& name, const QString& keys, QWidget* panel);
  void select_panel(WindowPanel panel);
  void connect_widgets();
  void add_menus();
  QMenu* add_source_menu();
  QMenu* add_streams_menu();
  QMenu* add_help_menu();
  QAction* add(QMenu& menu, const QString& name, const QList<QKeySequence>& keys,
               const std::function<void()>& act);
  void restore();

  void ask_for_file();
  void ask_for_port();
  void reload();
  void refuse_source(const std::string& problem, int exit_code, const OnProblem& on_problem);
  void show_recording(Recording recording, const std::string& path);
  void source_changed(const QString& title);
  void save_picture();
  void export_film();
  void film_finished(const QString& path, const QString& problem);
  void select_next_stream(int step);
  void enter_full_screen();
  void leave_full_screen();
  void escape();

  void tick(Duration elapsed);
  void show_session();
  void show_instruments();
  QString hint() const;
  /// @param activity in the corner of the menus; empty: how the picture is made
  void show_status(const QString& activity = {});

  std::unique_ptr<QSettings> settings_;
  FileOptions file_options_;
  std::optional<std::size_t> only_stream_;  ///< from 1
  bool is_panel_asked_;                     ///< by the command line
  std::string path_;                        ///< of the file that is shown
  int exit_code_ = 0;
  ViewSession session_;
  std::optional<TimePoint> shown_;  ///< moment of the picture on the screen
  TimePoint instruments_due_{};
  Measurement measurement_;
  QImage last_view_;

  QLabel* status_;  ///< what goes on, in the corner of the menus
  MessageBar* message_;
  WallView* wall_;
  TimeControls* time_;
  PicturePanel* picture_;
  StreamPanel* stream_;
  SamplePanel* samples_;
  QList<QAction*> panel_actions_;
  std::optional<QByteArray> panels_;  ///< as they were before the full screen
  FileLoader* loader_;
  FilmExport* film_;
};

}  // namespace idn::viewer
