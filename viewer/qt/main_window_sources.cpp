// SPDX-License-Identifier: MIT
// The sources of the window's session: files, also by drag and drop, and live reception.
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <algorithm>

#include "cli/failure.hpp"
#include "viewer/model/instruments/time_text.hpp"
#include "viewer/qt/file_loader.hpp"
#include "viewer/qt/main_window.hpp"
#include "viewer/qt/message_bar.hpp"
#include "viewer/qt/stream_panel.hpp"
#include "viewer/qt/time_controls.hpp"
#include "viewer/qt/wall_view.hpp"

namespace idn::viewer {
namespace {

constexpr qsizetype kMostRecent = 9;
constexpr int kRecentWidth = 600;

QString file_name(const std::string& path) {
  return QFileInfo(QString::fromStdString(path)).fileName();
}

}  // namespace

void MainWindow::open_file(const std::string& path, const OnProblem& on_problem) {
  show_status("Reading " + file_name(path) + " …");
  const auto done = [this, on_problem](const FileLoader::Outcome& outcome) {
    show_status();
    is_part_loading_ = false;
    if (!outcome.recording) return refuse_source(outcome.problem, outcome.exit_code, on_problem);
    exit_code_ = outcome.exit_code;
    show_recording(std::move(*outcome.recording), outcome.path);
  };
  loader_->load(path, file_options_, done, [this](const FileLoader::Extent& extent) { take_extent(extent); });
}

QString MainWindow::since_begin(TimePoint time) const {
  return QString::fromStdString(time_text(time - session_.player().begin()));
}

void MainWindow::take_extent(const FileLoader::Extent& extent) {
  session_.set_known_end(extent.end);
  go_to_start(extent.is_complete);
  time_->refresh();
  show_status(extent.is_complete ? QString() : "Reading on: " + since_begin(extent.end));
  if (extent.damages.empty()) return;
  exit_code_ = cli::kFindings;
  QStringList lines;
  for (const auto& damage : extent.damages) lines += QString::fromStdString(damage);
  message_->warn(file_name(path_) + ": " + lines.join("\n"));
}

/// Goes to the moment of --at once it is known to be there, or to the end of a file that is shorter.
void MainWindow::go_to_start(bool is_end_known) {
  const Player& player = session_.player();
  if (!start_at_ || (!is_end_known && player.begin() + *start_at_ > player.end())) return;
  session_.seek(player.begin() + *start_at_);
  start_at_.reset();
}

/// Reads the part of a long capture that is looked at. A part that was requested is awaited first: moments that
/// the mouse only passes are not read.
void MainWindow::load_missing_part() {
  const auto missing = session_.missing_part();
  const QString notice =
      part_problem_.isEmpty() ? "Reading " + since_begin(session_.position()) + " …" : part_problem_;
  wall_->set_notice(session_.is_held() ? QString() : notice);
  if (!missing || is_part_loading_ || !part_problem_.isEmpty()) return;
  is_part_loading_ = true;
  loader_->load_part(*missing, [this](const FileLoader::Outcome& outcome) {
    is_part_loading_ = false;
    if (!outcome.recording) {
      part_problem_ = QString::fromStdString(outcome.problem);
      return refuse_source(outcome.problem, outcome.exit_code, {});
    }
    auto before = std::make_shared<Recording>(session_.show_part(std::move(*outcome.recording)));
    load_missing_part();
    show_session();
    loader_->destroy(std::move(before));
  });
}

void MainWindow::refuse_source(const std::string& problem, int exit_code, const OnProblem& on_problem) {
  exit_code_ = exit_code;
  message_->fail(QString::fromStdString(problem));
  if (on_problem) on_problem(problem);
}

void MainWindow::show_recording(Recording recording, const std::string& path) {
  QStringList notes;
  for (const auto& note : recording.notes) notes += QString::fromStdString(note);
  wall_->clear();
  message_->hide();
  end_recording();
  session_.show(std::move(recording));
  path_ = path;
  remember(path);
  go_to_start(session_.recording().held.is_whole());
  part_problem_.clear();
  const std::size_t count = session_.streams().size();
  if (only_stream_ && (*only_stream_ < 1 || *only_stream_ > count))
    notes += QString("there is no stream %1; all %2 are shown").arg(*only_stream_).arg(count);
  if (!notes.isEmpty()) {
    exit_code_ = cli::kFindings;
    message_->warn(file_name(path) + ": " + notes.join("\n"));
  }
  source_changed(file_name(path));
  // Without datagrams (.ild) the stream panel would be nearly empty, so the picture panel is shown.
  const auto has_datagrams = [](const Stream* stream) { return !stream->datagrams.empty(); };
  if (!is_panel_asked_ && !stream_->visibleRegion().isEmpty() &&
      std::ranges::none_of(session_.streams(), has_datagrams))
    select_panel(WindowPanel::Picture);
}

void MainWindow::listen(std::uint16_t port, const OnProblem& on_problem) try {
  loader_->forget();
  show_status();
  const LiveSource* const now = session_.live();
  if (now != nullptr && now->local().port == port) return;
  live_options_.port = port;
  auto live = std::make_unique<LiveSource>(live_options_);
  const auto local = to_string(live->local());
  wall_->clear();
  is_part_loading_ = false;
  exit_code_ = cli::kOk;
  message_->hide();
  end_recording();
  session_.listen(std::move(live));
  path_.clear();
  source_changed("live on " + QString::fromStdString(local));
} catch (const cli::Failure& failure) {
  refuse_source(failure.what(), failure.code(), on_problem);
}

void MainWindow::source_changed(const QString& title) {
  setWindowTitle(title.isEmpty() ? "idn_viewer" : title + " - idn_viewer");
  time_->clear_marks();
  wall_->set_hint(hint());
  enable_actions();
  show_session();
}

QString MainWindow::hint() const {
  if (const LiveSource* live = session_.live())
    return QString(
               "Listening on UDP port %1.\n\nSenders that search find \"%2\"; or name it:\n"
               "idn_sender pattern ilda --target 127.0.0.1:%1")
        .arg(live->local().port)
        .arg(QString::fromStdString(live_options_.name));
  return "Drag in a capture (pcap, pcapng) or an .ild file, or press Ctrl+O.\n\n"
         "Ctrl+L listens to live senders. F1 shows all keys.";
}

void MainWindow::ask_for_file() {
  const QString path = QFileDialog::getOpenFileName(
      this, "Open", QFileInfo(QString::fromStdString(path_)).path(),
      "Captures and ILDA files (*.pcap *.pcapng *.cap *.ild *.ILD);;All files (*)");
  if (!path.isEmpty()) open_file(path.toStdString());
}

void MainWindow::ask_for_port() {
  const int usual = session_.live() == nullptr ? kIdnPort : session_.live()->local().port;
  bool accepted = false;
  const int port = QInputDialog::getInt(this, "Listen", "Be an IDN unit on UDP port (0: a free one)", usual, 0,
                                        65535, 1, &accepted);
  if (accepted) listen(static_cast<std::uint16_t>(port));
}

void MainWindow::reload() {
  if (!path_.empty()) open_file(path_);
}

void MainWindow::remember(const std::string& path) {
  if (path == "-") return;
  const QString file = QFileInfo(QString::fromStdString(path)).absoluteFilePath();
  recent_.removeAll(file);
  recent_.prepend(file);
  recent_ = recent_.mid(0, kMostRecent);
}

/// Fills the menu when it is about to be seen.
void MainWindow::list_recent() {
  recent_menu_->clear();
  for (const QString& file : recent_) {
    QString name = recent_menu_->fontMetrics().elidedText(file, Qt::ElideMiddle, kRecentWidth);
    connect(recent_menu_->addAction(name.replace("&", "&&")), &QAction::triggered, this,
            [this, file] { open_recent(file); });
  }
}

void MainWindow::open_recent(const QString& path) {
  if (QFileInfo::exists(path)) return open_file(path.toStdString());
  recent_.removeAll(path);
  enable_actions();
  message_->warn(path + ": no such file; it is no longer listed");
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  open_file(event->mimeData()->urls().front().toLocalFile().toStdString());
}

}  // namespace idn::viewer
