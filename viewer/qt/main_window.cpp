// SPDX-License-Identifier: MIT
#include "viewer/qt/main_window.hpp"

#include <QDialog>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>

#include "viewer/qt/file_loader.hpp"
#include "viewer/qt/film_export.hpp"
#include "viewer/qt/frame_clock.hpp"
#include "viewer/qt/keep_arrows.hpp"
#include "viewer/qt/message_bar.hpp"
#include "viewer/qt/picture_panel.hpp"
#include "viewer/qt/sample_panel.hpp"
#include "viewer/qt/stream_panel.hpp"
#include "viewer/qt/theme.hpp"
#include "viewer/qt/time_controls.hpp"
#include "viewer/qt/wall_view.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

constexpr int kPanelWidth = 320;

/// In the order of WindowPanel.
constexpr const char* kPanels[] = {"Stream", "Picture", "Samples"};

constexpr const char* kRecentKey = "window/recent_files";

/// Upper estimate of the frame that a window manager adds to a window.
constexpr QSize kWindowFrame{8, 48};

/// Update interval of the instruments; numbers that change faster cannot be read.
constexpr Duration kInstrumentInterval = 200ms;

Look look_of(const Options& options, const QSettings* settings) {
  const Look asked{options.picture, options.heat_map};
  return settings == nullptr ? asked : load(asked, *settings);
}

}  // namespace

MainWindow::MainWindow(const Options& options, std::unique_ptr<QSettings> settings)
    : settings_(std::move(settings)),
      file_options_(options.source),
      live_options_(options.live),
      only_stream_(options.stream),
      is_panel_asked_(options.window.panel.has_value()),
      start_at_(options.at),
      measurement_(FrameClock::now()),
      loader_(new FileLoader(this)),
      film_(new FilmExport(this)) {
  setWindowTitle("idn_viewer");
  setAcceptDrops(true);
  make_widgets(options);
  connect_widgets();
  add_menus();
  resize(QSize(1280, 800).boundedTo(screen()->availableSize() - kWindowFrame));
  restore();
  if (options.window.panel) select_panel(*options.window.panel);
  if (options.window.size) resize(options.window.size->first, options.window.size->second);
  source_changed({});
}

MainWindow::~MainWindow() = default;

void MainWindow::make_widgets(const Options& options) {
  auto* const middle = new QWidget(this);
  message_ = new MessageBar(middle);
  wall_ = new WallView(middle);
  time_ = new TimeControls(session_, middle);
  auto* const layout = new QVBoxLayout(middle);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(message_);
  layout->addWidget(wall_, 1);
  layout->addWidget(time_);
  setCentralWidget(middle);
  status_ = new QLabel(this);
  status_->setMinimumWidth(320);
  status_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  status_->setContentsMargins(0, 2, 0, 0);  // on one line with the menus
  menuBar()->setCornerWidget(status_);
  stream_ = new StreamPanel(this);
  picture_ = new PicturePanel(look_of(options, settings_.get()), this);
  samples_ = new SamplePanel(this);
  add_panel(kPanels[0], "F2", stream_);
  add_panel(kPanels[1], "F3", picture_);
  add_panel(kPanels[2], "F4", samples_);
  resizeDocks(findChildren<QDockWidget*>(), {kPanelWidth, kPanelWidth, kPanelWidth}, Qt::Horizontal);
  select_panel(WindowPanel::Stream);
  wall_->set_look(picture_->look());
  wall_->setFocus();
  show_status();
}

void MainWindow::show_status(const QString& activity) {
  const Look& look = picture_->look();
  QString usual = look.heat_map
                      ? QString("heat map of the last 2 s")
                      : QString("persistence %1 ms").arg(in_millis(look.picture.persistence), 0, 'g', 3);
  if (wall_->look().picture.zoom > 1)
    usual += QString(", zoom x %1").arg(wall_->look().picture.zoom, 0, 'g', 2);
  const auto recorded = session_.live() == nullptr ? std::nullopt : session_.live()->recording();
  if (recorded)
    usual = QString("<font color=\"%1\">● recording %2: %3 MB</font>")
                .arg(theme::kBad.name(),
                     QFileInfo(QString::fromStdString(recorded->path)).fileName().toHtmlEscaped())
                .arg(static_cast<double>(recorded->octets) / 1e6, 0, 'f', 1);
  status_->setText((activity.isEmpty() ? usual : activity) + "  ");
}

/// Adds a panel as a tab beside the others; panels can be dragged elsewhere.
void MainWindow::add_panel(const QString& name, const QString& keys, QWidget* panel) {
  auto* const scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(panel);
  scroll->setMinimumWidth(250);
  keep_arrows(*panel);
  auto* const dock = new QDockWidget(name, this);
  dock->setObjectName(name);
  dock->setWidget(scroll);
  const auto others = findChildren<QDockWidget*>();
  addDockWidget(Qt::RightDockWidgetArea, dock);
  for (QDockWidget* const other : others)
    if (other != dock) tabifyDockWidget(other, dock);
  auto* const action = new QAction(name + " panel", this);
  action->setShortcut(QKeySequence(keys));
  // The key raises a panel that is hidden, or behind another tab, and hides one that is visible.
  connect(action, &QAction::triggered, dock, [dock] {
    const bool is_seen = dock->isVisible() && !dock->visibleRegion().isEmpty();
    dock->setVisible(!is_seen);
    if (!is_seen) dock->raise();
  });
  panel_actions_ += action;
}

void MainWindow::select_panel(WindowPanel panel) {
  for (QDockWidget* const dock : findChildren<QDockWidget*>()) {
    if (panel == WindowPanel::None) dock->hide();
    if (panel == WindowPanel::None || dock->objectName() != kPanels[static_cast<std::size_t>(panel)]) continue;
    dock->show();
    dock->raise();
  }
}

void MainWindow::connect_widgets() {
  auto* const clock = new FrameClock(this);
  connect(clock, &FrameClock::due, this, &MainWindow::tick);
  connect(time_, &TimeControls::changed, this, &MainWindow::show_session);
  connect(picture_, &PicturePanel::look_changed, this, [this] {
    wall_->set_look(picture_->look());
    show_status();
  });
  connect(picture_, &PicturePanel::orientation_changed, wall_, &WallView::set_orientation);
  connect(wall_, &WallView::alone_requested, this, [this] { wall_->set_alone(!wall_->is_alone()); });
  connect(wall_, &WallView::zoomed, this, [this] { show_status(); });
  connect(wall_, &WallView::selected_changed, this, [this] {
    const Tile* const tile = wall_->selected();
    picture_->set_orientation(tile == nullptr ? SampleTransform{} : tile->orientation());
    instruments_due_ = {};
  });
  connect(film_, &FilmExport::progressed, this,
          [this](int percent) { show_status(QString("Film: %1 %").arg(percent)); });
  connect(film_, &FilmExport::finished, this, &MainWindow::film_finished);
}

void MainWindow::restore() {
  if (!settings_) return;
  recent_ = settings_->value(kRecentKey).toStringList();
  restoreGeometry(settings_->value("window/geometry").toByteArray());
  restoreState(settings_->value("window/panels").toByteArray());
}

/// An image of the window with the open dialogs at their positions.
QImage MainWindow::view() {
  QPixmap seen = grab();
  QPainter painter(&seen);
  for (QDialog* const dialog : findChildren<QDialog*>())
    if (dialog->isVisible()) painter.drawPixmap(dialog->pos() - pos(), dialog->grab());
  return seen.toImage();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  last_view_ = view();
  end_recording();
  leave_full_screen();
  if (settings_) {
    settings_->setValue("window/geometry", saveGeometry());
    settings_->setValue("window/panels", saveState());
    settings_->setValue(kRecentKey, recent_);
    save(picture_->look(), *settings_);
  }
  QMainWindow::closeEvent(event);
}

/// An unchanged picture is not drawn again. While the window is hidden, nothing is drawn, but reception
/// continues.
void MainWindow::tick(Duration elapsed) {
  const TimePoint began = FrameClock::now();
  session_.advance(elapsed);
  load_missing_part();
  const bool are_instruments_due = began >= instruments_due_;
  if (are_instruments_due) {
    instruments_due_ = began + kInstrumentInterval;
    check_recording();
  }
  if (isMinimized() || !isVisible()) {
    wall_->clear();
    time_->set_timeline(nullptr);
    shown_.reset();
    return;
  }
  const bool is_due = shown_ != session_.position() || wall_->is_stale();
  if (is_due) show_session();
  if (are_instruments_due) show_instruments();
  if (is_due) measurement_.add(began, FrameClock::now());
}

void MainWindow::show_session() {
  auto streams = session_.streams();
  if (only_stream_ && *only_stream_ >= 1 && *only_stream_ <= streams.size())
    streams = {streams[*only_stream_ - 1]};
  shown_ = session_.position();
  wall_->show_streams(streams, *shown_);
  const Tile* const selected = wall_->selected();
  time_->set_timeline(selected == nullptr ? nullptr : &selected->stream().timeline);
  time_->refresh();
}

void MainWindow::show_instruments() {
  const Tile* const tile = wall_->selected();
  const Stream* const stream = tile == nullptr ? nullptr : &tile->stream();
  if (stream_->isVisible()) stream_->show_stream(session_, stream);
  if (!samples_->isVisible()) return;
  SampleTransform orientation;
  if (tile != nullptr) orientation = tile->whole_orientation();
  samples_->show_samples(stream, session_.position(), session_.player().begin(), wall_->cursor(), orientation,
                         wall_->look().picture.persistence);
}

std::string MainWindow::measured() const {
  const QSize size = wall_->size() * wall_->devicePixelRatioF();
  return measurement_.report(session_, size.width(), size.height(), FrameClock::now());
}

}  // namespace idn::viewer
