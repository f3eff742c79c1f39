// SPDX-License-Identifier: MIT
#pragma once

#include <QImage>
#include <QMainWindow>
#include <functional>
#include <memory>

#include "viewer/model/view_session.hpp"
#include "viewer/options.hpp"
#include "viewer/qt/file_loader.hpp"
#include "viewer/qt/measurement.hpp"

class QLabel;
class QSettings;

namespace idn::viewer {

class FilmExport;
class MessageBar;
class PicturePanel;
class SamplePanel;
class StreamPanel;
class TimeControls;
class WallView;

/// Connects the session with the widgets that show it. Time advances in one place, tick(), sixty times a
/// second. Every other function that changes the session updates the widgets at once, so that none refers to a
/// removed stream.
class MainWindow : public QMainWindow {
 public:
  /// @param settings null: settings are neither read nor saved
  MainWindow(const Options& options, std::unique_ptr<QSettings> settings);
  ~MainWindow() override;

  /// Called with the message if a source cannot be opened; the window shows it, too.
  using OnProblem = std::function<void(const std::string&)>;
  /// Reads a file in the background. The current source is shown until it has been read, and stays if that
  /// fails.
  void open_file(const std::string& path, const OnProblem& on_problem = {});
  void listen(std::uint16_t port, const OnProblem& on_problem = {});
  /// Writes what arrives from now on into a capture, until the source changes or the window closes.
  void record(const std::string& path);

  const ViewSession& view_session() const noexcept { return session_; }
  /// JSON for --measure.
  std::string measured() const;
  /// The exit code of the program, by the source requested last: findings, or why it cannot be opened.
  int exit_code() const noexcept { return exit_code_; }
  /// The action of a key such as "F1"; null if it has none.
  QAction* action_of(const std::string& key) const;

  /// Image of the window, with open dialogs, when it was closed.
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
  void remember(const std::string& path);
  void open_recent(const QString& path);
  void list_recent();
  void start_or_end_recording();
  void end_recording();
  void check_recording();
  void refuse_source(const std::string& problem, int exit_code, const OnProblem& on_problem);
  void take_extent(const FileLoader::Extent& extent);
  void load_missing_part();
  void go_to_start(bool is_end_known);
  QString since_begin(TimePoint time) const;
  void show_recording(Recording recording, const std::string& path);
  void source_changed(const QString& title);
  QString proposed_path(const QString& ending) const;
  void keep_output_folder(const QString& path);
  void enable_actions();
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
  /// @param activity shown in the corner of the menu bar; empty: shows persistence or heat map instead
  void show_status(const QString& activity = {});

  std::unique_ptr<QSettings> settings_;
  FileOptions file_options_;
  LiveOptions live_options_;
  std::optional<std::size_t> only_stream_;  ///< from 1
  bool is_panel_asked_;                     ///< --panel was given
  std::string path_;                        ///< of the file shown; empty: none, or live
  bool is_part_loading_ = false;            ///< of the long capture that is shown
  QString part_problem_;                    ///< why no further part of it can be read
  std::optional<Duration> start_at_;        ///< --at, until the file is known to reach it
  int exit_code_ = 0;
  ViewSession session_;
  std::optional<TimePoint> shown_;  ///< playback position of the picture on the screen
  TimePoint instruments_due_{};
  Measurement measurement_;
  QImage last_view_;

  QLabel* status_;  ///< in the corner of the menu bar
  MessageBar* message_;
  WallView* wall_;
  TimeControls* time_;
  PicturePanel* picture_;
  StreamPanel* stream_;
  SamplePanel* samples_;
  QStringList recent_;  ///< files, the latest first
  QMenu* recent_menu_;
  QList<QAction*> panel_actions_;
  QList<QAction*> source_actions_;  ///< of what needs a source
  QAction *reload_, *record_, *cancel_film_;
  std::optional<QByteArray> panels_;  ///< state of the panels before full screen; empty: not in full screen
  FileLoader* loader_;
  FilmExport* film_;
};

}  // namespace idn::viewer
