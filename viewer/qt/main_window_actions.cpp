// SPDX-License-Identifier: MIT
// The menus of the window and their actions.
#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>

#include "cli/failure.hpp"
#include "cli/version.hpp"
#include "viewer/qt/export_dialog.hpp"
#include "viewer/qt/film_export.hpp"
#include "viewer/qt/image_file.hpp"
#include "viewer/qt/main_window.hpp"
#include "viewer/qt/message_bar.hpp"
#include "viewer/qt/picture_panel.hpp"
#include "viewer/qt/scanner_box.hpp"
#include "viewer/qt/shortcuts_page.hpp"
#include "viewer/qt/time_controls.hpp"
#include "viewer/qt/wall_view.hpp"

namespace idn::viewer {
namespace {

constexpr const char* kFolderKey = "window/output_folder";
constexpr double kZoomStep = 1.5;
constexpr const char* kRecord = "&Record what arrives…";

}  // namespace

/// A path for a file to write: in the folder written to last, else beside the source, and named after it.
QString MainWindow::proposed_path(const QString& ending) const {
  const QFileInfo source(QString::fromStdString(path_));
  QString folder = path_.empty() ? QDir::homePath() : source.absolutePath();
  if (settings_ && QFileInfo(settings_->value(kFolderKey).toString()).isDir())
    folder = settings_->value(kFolderKey).toString();
  const QString name = path_.empty() ? "live-" + QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss")
                                     : source.completeBaseName();
  return folder + "/" + name + ending;
}

void MainWindow::keep_output_folder(const QString& path) {
  if (settings_) settings_->setValue(kFolderKey, QFileInfo(path).absolutePath());
}

QAction* MainWindow::add(QMenu& menu, const QString& name, const QList<QKeySequence>& keys,
                         const std::function<void()>& act) {
  auto* const action = menu.addAction(name);
  action->setShortcuts(keys);
  connect(action, &QAction::triggered, this, act);
  return action;
}

QAction* MainWindow::action_of(const std::string& key) const {
  const QKeySequence wanted(QString::fromStdString(key));
  for (QAction* const action : actions())
    if (action->shortcuts().contains(wanted)) return action;
  return nullptr;
}

void MainWindow::add_menus() {
  add_source_menu();
  QMenu* const time = menuBar()->addMenu("&Time");
  for (QAction* action : time_->actions_of_time()) {
    time->addAction(action);
    source_actions_ += action;
  }
  QMenu* const picture = menuBar()->addMenu("&Picture");
  for (QAction* action : picture_->actions_of_look()) picture->addAction(action);
  picture->addSeparator();
  add(*picture, "Brighter", {QKeySequence("+"), QKeySequence("=")}, [this] { picture_->step_exposure(1); });
  add(*picture, "Darker", {QKeySequence("-")}, [this] { picture_->step_exposure(-1); });
  add(*picture, "Longer persistence", {QKeySequence("Ctrl+Up")}, [this] { picture_->step_persistence(1); });
  add(*picture, "Shorter persistence", {QKeySequence("Ctrl+Down")}, [this] { picture_->step_persistence(-1); });
  add(*picture, "Next scanners", {QKeySequence("S")}, [this] { picture_->scanners().next_scanner(); });
  add(*picture, "Real trace, commanded, both", {QKeySequence("Shift+S")},
      [this] { picture_->scanners().next_trace(); });
  add(*picture, "Zoom in", {QKeySequence("Z")}, [this] { wall_->zoom_by(kZoomStep); });
  add(*picture, "Zoom out", {QKeySequence("Shift+Z")}, [this] { wall_->zoom_by(1 / kZoomStep); });
  add(*picture, "Whole picture", {QKeySequence("0")}, [this] { wall_->show_whole(); });
  source_actions_ += add_streams_menu()->actions();
  QMenu* const view = menuBar()->addMenu("&View");
  for (QAction* action : panel_actions_) view->addAction(action);
  add(*view, "Full screen", {QKeySequence("F11")},
      [this] { isFullScreen() ? leave_full_screen() : enter_full_screen(); });
  add(*view, "Close message, leave full screen", {QKeySequence("Esc")}, [this] { escape(); });
  add_help_menu();
  // Added to the window as well, so that keys work while the menu bar is hidden.
  for (const QAction* const menu : menuBar()->actions()) addActions(menu->menu()->actions());
}

QMenu* MainWindow::add_source_menu() {
  QMenu* const menu = menuBar()->addMenu("&Source");
  add(*menu, "&Open a capture or .ild file…", {QKeySequence("Ctrl+O")}, [this] { ask_for_file(); });
  recent_menu_ = menu->addMenu("Open a re&cent file");
  connect(recent_menu_, &QMenu::aboutToShow, this, &MainWindow::list_recent);
  add(*menu, "&Listen on a port…", {QKeySequence("Ctrl+L")}, [this] { ask_for_port(); });
  record_ = add(*menu, kRecord, {QKeySequence("Ctrl+R")}, [this] { start_or_end_recording(); });
  reload_ = add(*menu, "Read the file again", {QKeySequence("F5")}, [this] { reload(); });
  menu->addSeparator();
  source_actions_ += add(*menu, "&Save the picture…", {QKeySequence("Ctrl+S")}, [this] { save_picture(); });
  source_actions_ += add(*menu, "&Export a film…", {QKeySequence("Ctrl+E")}, [this] { export_film(); });
  cancel_film_ = add(*menu, "Cancel the film", {QKeySequence("Ctrl+Shift+E")}, [this] { film_->cancel(); });
  menu->addSeparator();
  add(*menu, "&Quit", {QKeySequence("Ctrl+Q")}, [this] { close(); });
  return menu;
}

QMenu* MainWindow::add_streams_menu() {
  QMenu* const menu = menuBar()->addMenu("St&reams");
  add(*menu, "Next stream", {QKeySequence("N"), QKeySequence("Down")}, [this] { select_next_stream(1); });
  add(*menu, "Previous stream", {QKeySequence("Shift+N"), QKeySequence("Up")},
      [this] { select_next_stream(-1); });
  for (int number = 1; number <= 9; ++number)
    add(*menu, QString("Stream %1").arg(number), {QKeySequence(QString::number(number))},
        [this, number] { wall_->select(static_cast<std::size_t>(number - 1)); });
  add(*menu, "Selected stream alone, or all", {QKeySequence("A")},
      [this] { wall_->set_alone(!wall_->is_alone()); });
  menu->addSeparator();
  for (QAction* action : picture_->actions_of_orientation()) menu->addAction(action);
  return menu;
}

QMenu* MainWindow::add_help_menu() {
  QMenu* const menu = menuBar()->addMenu("&Help");
  add(*menu, "&Keys", {QKeySequence("F1"), QKeySequence("?")}, [this] {
    auto* const page = new ShortcutsPage(*menuBar(), this);
    page->setAttribute(Qt::WA_DeleteOnClose);
    page->show();
  });
  add(*menu, "&About", {}, [this] {
    QMessageBox::about(this, "idn_viewer",
                       QString("idn_viewer %1\n\nShows what the beam would draw.\nA software aid, not a safety "
                               "device.\n\nMIT licence. Uses Qt %2 (LGPL).")
                           .arg(cli::kVersion, qVersion()));
  });
  return menu;
}

/// Only what there is something to do for.
void MainWindow::enable_actions() {
  for (QAction* const action : source_actions_) action->setEnabled(session_.has_source());
  time_->setEnabled(session_.has_source());
  reload_->setEnabled(!path_.empty());
  recent_menu_->setEnabled(!recent_.isEmpty());
  record_->setEnabled(session_.live() != nullptr);
  cancel_film_->setEnabled(film_->is_running());
}

void MainWindow::select_next_stream(int step) {
  const auto count = static_cast<int>(wall_->count());
  if (count > 0)
    wall_->select(static_cast<std::size_t>((static_cast<int>(wall_->selected_index()) + step + count) % count));
}

void MainWindow::escape() {
  if (!message_->isHidden()) return message_->hide();
  leave_full_screen();
}

/// Shows only the picture: hides panels, menu bar and time controls.
void MainWindow::enter_full_screen() {
  panels_ = saveState();
  for (QDockWidget* const panel : findChildren<QDockWidget*>()) panel->hide();
  menuBar()->hide();
  time_->hide();
  showFullScreen();
}

void MainWindow::leave_full_screen() {
  if (!panels_) return;
  showNormal();
  menuBar()->show();
  time_->show();
  restoreState(*panels_);
  panels_.reset();
}

void MainWindow::save_picture() try {
  session_.pause();
  show_session();
  const Duration at = session_.position() - session_.player().begin();
  const QString ending = path_.empty() ? QString(".png") : QString("-%1s.png").arg(in_seconds(at), 0, 'f', 3);
  const QString path =
      QFileDialog::getSaveFileName(this, "Save the picture", proposed_path(ending), "PNG (*.png)");
  if (path.isEmpty()) return;
  write_image(path.toStdString(), wall_->picture());
  keep_output_folder(path);
  message_->inform("Saved " + path);
} catch (const cli::Failure& failure) {
  message_->fail(QString::fromStdString(failure.what()));
}

void MainWindow::start_or_end_recording() {
  if (session_.live() == nullptr) return;
  if (session_.live()->recording()) return end_recording();
  const QString path =
      QFileDialog::getSaveFileName(this, "Record what arrives", proposed_path(".pcap"), "Captures (*.pcap)");
  if (path.isEmpty()) return;
  keep_output_folder(path);
  record(path.toStdString());
}

void MainWindow::record(const std::string& path) try {
  if (session_.live() == nullptr) return;
  session_.live()->record(path);
  record_->setText("End the &recording");
  show_status();
} catch (const cli::Failure& failure) {
  exit_code_ = cli::kEnvironment;
  message_->fail(QString::fromStdString(failure.what()));
}

void MainWindow::end_recording() {
  const LiveSource* const live = session_.live();
  const auto recorded = live == nullptr ? std::nullopt : session_.live()->stop_recording();
  if (!recorded) return;
  record_->setText(kRecord);
  show_status();
  QString line = QString::fromStdString(to_string(*recorded));
  if (recorded->fault) line += "; choose a disk with more space and record again";
  if (recorded->missing > 0 || recorded->fault) {
    exit_code_ = cli::kEnvironment;
    return message_->fail(line);
  }
  if (live->local().port != file_options_.port)
    line += QString("; to open it, start idn_viewer with --port %1").arg(live->local().port);
  remember(recorded->path);
  message_->inform(line);
}

/// Shows how much is recorded, and ends a recording that has failed.
void MainWindow::check_recording() {
  const auto recorded = session_.live() == nullptr ? std::nullopt : session_.live()->recording();
  if (!recorded) return;
  if (recorded->fault) return end_recording();
  if (!film_->is_running()) show_status();
}

/// Asks for the details of a film and starts its export. Live data is paused first, so that the range does not
/// move.
void MainWindow::export_film() {
  if (film_->is_running())
    return message_->warn("A film is being made; wait for it, or end it with Ctrl+Shift+E");
  if (wall_->count() == 0) return message_->warn("There is nothing to export; open a file or listen first");
  session_.pause();
  show_session();
  const TimePoint begin = session_.player().begin();
  const auto [from, to] = time_->range();
  const ExportDialog::Choice usual{proposed_path(".mp4"), from - begin, to - begin,
                                   wall_->size() * wall_->devicePixelRatioF()};
  ExportDialog dialog(usual, session_.player().end() - begin, this);
  if (dialog.exec() != QDialog::Accepted) return;
  const auto choice = dialog.choice();
  keep_output_folder(choice.path);
  PictureOptions picture = wall_->look().picture;
  picture.width = choice.size.width();
  picture.height = choice.size.height();
  film_->start({.path = choice.path.toStdString(),
                .recording = std::make_shared<Recording>(session_.recording().copy()),
                .file = path_,
                .file_options = file_options_,
                .parts = wall_->film_parts(),
                .picture = picture,
                .from = begin + choice.from,
                .to = begin + choice.to,
                .pictures_per_second = choice.pictures_per_second});
  enable_actions();
}

void MainWindow::film_finished(const QString& path, const QString& problem) {
  show_status();
  enable_actions();
  if (problem.isEmpty()) return message_->inform("The film is complete: " + path);
  message_->fail("The film " + path + ": " + problem);
}

}  // namespace idn::viewer
