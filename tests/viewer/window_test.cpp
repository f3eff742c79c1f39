// SPDX-License-Identifier: MIT
// The real window, operated by keys and files, without a display; live senders are idn_sender.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QTest>
#include <QUrl>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/failure.hpp"
#include "e2e/process.hpp"
#include "idn/stream/packer.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "viewer/qt/chart.hpp"
#include "viewer/qt/film_export.hpp"
#include "viewer/qt/main_window.hpp"
#include "viewer/qt/message_bar.hpp"
#include "viewer/qt/shortcuts_page.hpp"
#include "viewer/qt/stream_panel.hpp"
#include "viewer/qt/theme.hpp"
#include "viewer/qt/time_controls.hpp"
#include "viewer/qt/wall_view.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

/// The only one of the process. Never destroyed, since at exit static objects that it uses may already be gone.
QApplication& application() {
  static int argc = 1;
  static char name[] = "idn_viewer";
  static char* argv[] = {name, nullptr};
  qputenv("QT_QPA_PLATFORM", "offscreen");
  std::signal(SIGPIPE, SIG_IGN);  // as in idn_viewer: a video encoder may end early
  static QApplication* const made = new QApplication(argc, argv);
  theme::apply(*made);
  return *made;
}

/// Runs the event loop until the condition holds, up to kTestTimeout.
bool reached(const std::function<bool()>& holds) {
  return QTest::qWaitFor(holds, static_cast<int>(std::chrono::milliseconds(kTestTimeout).count()));
}

Octets octets(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

/// Two seconds of a green square, a datagram of 100 samples each millisecond.
Octets square_capture() {
  auto packer = stream::Packer::create({.rate = {100'000}, .samples_per_packet = 100}).value();
  CaptureBuilder capture;
  for (int i = 0; i < 2000; ++i) {
    std::vector<LaserSample> samples;
    for (int k = 0; k < 100; ++k) {
      const auto along = static_cast<std::int16_t>(400 * (k % 25) - 5000);
      const LaserSample sides[] = {{.x = along, .y = -5000, .g = 65535},
                                   {.x = 5000, .y = along, .g = 65535},
                                   {.x = static_cast<std::int16_t>(-along), .y = 5000, .g = 65535},
                                   {.x = -5000, .y = static_cast<std::int16_t>(-along), .g = 65535}};
      samples.push_back(sides[k / 25]);
    }
    const auto datagram = packer.pack(samples, false);
    capture.datagram(i * 1ms, Endpoint::ipv4(0x0A000001, 50000), Endpoint::ipv4(0x0A000002, kIdnPort),
                     Octets(datagram.begin(), datagram.end()));
  }
  return capture.octets();
}

/// The main window on the offscreen platform.
class OpenWindow {
 public:
  explicit OpenWindow(const Options& options = {}, std::unique_ptr<QSettings> settings = nullptr) {
    application();
    window = std::make_unique<MainWindow>(options, std::move(settings));
    window->show();
    window->activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(window.get(),
                                        static_cast<int>(std::chrono::milliseconds(kTestTimeout).count())));
  }

  void open(const std::string& path) {
    window->open_file(path);
    REQUIRE(reached([&] { return window->view_session().has_source() || !message().isEmpty(); }));
  }

  void press(const QString& keys) {
    const QKeySequence sequence(keys);
    QTest::keySequence(window.get(), sequence);
  }

  QString message() const { return window->findChild<MessageBar*>()->text(); }
  WallView& wall() const { return *window->findChild<WallView*>(); }
  const Player& player() const { return window->view_session().player(); }
  QString fact(const QString& name) const { return window->findChild<QLabel*>(name)->text(); }

  /// Whether each sender has closed its stream.
  bool are_closed() const {
    const auto is_closed = [this](const auto& stream) {
      return stream->timeline.dark_at(player().position()) == DarkReason::Closed;
    };
    return std::ranges::all_of(window->view_session().recording().streams(), is_closed);
  }

  /// Number of green pixels of the picture.
  int green() const {
    const QImage picture = wall().picture();
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        if (qGreen(picture.pixel(x, y)) > 100 && qRed(picture.pixel(x, y)) < 60) ++count;
    return count;
  }

  std::unique_ptr<MainWindow> window;
};

QList<QAction*> actions_of(const MainWindow& window) {
  QList<QAction*> all;
  for (const QAction* menu : window.menuBar()->actions()) all += menu->menu()->actions();
  return all;
}

/// Adds a stream that is lit for a second.
Stream& add_lit(Recording& recording, const std::string& name) {
  Stream& stream = recording.add(name);
  auto samples = std::make_shared<Samples>();
  samples->values.assign(1000, {.x = 100, .g = 65535});
  stream.timeline.play_wave(TimePoint{}, 1s, samples);
  return stream;
}

std::vector<const Stream*> all_but(const Recording& recording, const std::string& name) {
  std::vector<const Stream*> streams;
  for (const auto& stream : recording.streams())
    if (stream->name != name) streams.push_back(stream.get());
  return streams;
}

/// Whether idn_viewer has printed its message about the bad source; Qt may print messages, too.
bool has_told(const Process& viewer) {
  const std::string errors = viewer.errors();
  return errors.find("idn_viewer: ") != std::string::npos && errors.ends_with('\n');
}

}  // namespace

TEST_CASE("a capture that is opened is drawn, and its stream described", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  CHECK(shown.message().isEmpty());
  REQUIRE(reached([&] { return shown.green() > 200; }));
  REQUIRE(reached([&] { return shown.fact("sample").startsWith("7 octets, lines of 638 532 460 nm"); }));
  CHECK(shown.fact("service") == "wave, service 1");
  CHECK(shown.fact("losses").startsWith("0 lost"));
  CHECK(shown.window->windowTitle().endsWith(" - idn_viewer"));
}

TEST_CASE("keys pause, step, scrub and change the speed", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  shown.press("Space");
  REQUIRE_FALSE(shown.player().is_playing());
  shown.press("Home");
  CHECK(shown.player().position() == shown.player().begin());
  shown.press(".");
  CHECK(shown.player().position() - shown.player().begin() == 10us);
  shown.press("Ctrl+.");
  CHECK(shown.player().position() - shown.player().begin() == 1ms);
  shown.press("Alt+.");
  CHECK(shown.player().position() - shown.player().begin() == 41ms);
  shown.press(",");
  CHECK(shown.player().position() - shown.player().begin() == 41ms - 10us);
  shown.press("Shift+L");
  CHECK(shown.player().position() - shown.player().begin() == 1041ms - 10us);
  shown.press("[");
  CHECK(shown.player().speed() == 0.5);
  shown.press("Backspace");
  CHECK(shown.player().speed() == 1);
}

TEST_CASE("keys change what is drawn", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  shown.press("Space");
  shown.press("G");
  CHECK(shown.wall().look().picture.grid);
  shown.press("S");
  CHECK(shown.wall().look().picture.beam.scanner == scanner_from("12k"));
  shown.press("S");
  CHECK(shown.wall().look().picture.beam.scanner == scanner_from("30k"));
  shown.press("R");
  CHECK(shown.wall().selected()->orientation() == SampleTransform{.swap_axes = true, .flip_y = true});
  shown.press("Shift+L");
  shown.press("H");
  REQUIRE(reached([&] { return shown.wall().selected()->hottest().has_value(); }));
  shown.press("H");
  REQUIRE(reached([&] { return !shown.wall().selected()->hottest().has_value(); }));
  shown.press("H");
  REQUIRE(reached([&] { return shown.wall().selected()->hottest().has_value(); }));
}

TEST_CASE("senders that come and go are tiles, and tell why they are dark", "[viewer]") {
  OpenWindow shown;
  shown.window->listen(0);
  REQUIRE(shown.window->view_session().live() != nullptr);
  const auto target = "127.0.0.1:" + std::to_string(shown.window->view_session().live()->local().port);
  Process first({IDN_SENDER, "pattern", "circle", "--rate", "30k", "--colour", "00ff00", "--target", target});
  Process second({IDN_SENDER, "pattern", "square", "--rate", "30k", "--colour", "00ff00", "--target", target});
  REQUIRE(reached([&] { return shown.wall().count() == 2 && shown.green() > 200; }));
  const auto& streams = shown.window->view_session().recording().streams();
  CHECK(streams[0]->numbers.lost + streams[1]->numbers.lost == 0);
  first.interrupt();
  second.interrupt();
  REQUIRE(reached([&] { return shown.are_closed() && shown.green() == 0; }));
}

TEST_CASE("a source that is bad is a message with its remedy, and what was shown stays", "[viewer]") {
  const TemporaryFile good(square_capture());
  const TemporaryFile noise(octets("neither capture nor show"), ".txt");
  const TemporaryFile empty_stream(CaptureBuilder().octets());
  const TemporaryFile cut(octets("ILDA"), ".ild");
  OpenWindow shown;
  shown.open(good.path());
  const auto refuses = [&](const std::string& path, const char* words) {
    CAPTURE(path);
    shown.window->findChild<MessageBar*>()->hide();
    shown.window->open_file(path);
    REQUIRE(reached([&] { return !shown.message().isEmpty(); }));
    CHECK(shown.message().toStdString().find(words) != std::string::npos);
    CHECK(shown.window->view_session().recording().samples() == 200'000);
    CHECK(shown.window->exit_code() == cli::kEnvironment);
  };
  CHECK(shown.window->exit_code() == cli::kOk);
  refuses(noise.path(), "unknown file format; give a");
  refuses(empty_stream.path(), "choose another with --port");
  refuses(cut.path(), "give an .ild file with pictures");
  refuses("/nowhere/show.pcap", "No such file");
}

TEST_CASE("a source of the command line that is bad is told on standard error as well", "[viewer]") {
  application();
  const LiveSource other({.port = 0});
  const std::string port = std::to_string(other.local().port);
  for (const auto& [source, words] :
       {std::pair(std::vector<std::string>{"/nowhere/show.pcap"}, "No such file"),
        std::pair(std::vector<std::string>{"--listen", port}, "choose another port to listen to")}) {
    std::vector<std::string> command{IDN_VIEWER, "--no-settings"};
    command.insert(command.end(), source.begin(), source.end());
    Process viewer(command);
    REQUIRE(eventually([&] { return has_told(viewer); }));
    CHECK(viewer.errors().find(words) != std::string::npos);
  }
}

TEST_CASE("a port that is none is refused with the range", "[viewer]") {
  const auto refused = run({IDN_VIEWER, "--listen", "70000"});
  CHECK(refused.code == cli::kUsage);
  CHECK(refused.errors.find("from 0 to 65535") != std::string::npos);
}

TEST_CASE("a signal closes the window, which writes what was asked for", "[viewer]") {
  application();
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string screenshot = folder / std::to_string(signal) + ".png";
    const std::string measure = folder / std::to_string(signal) + ".json";
    Process viewer(
        {IDN_VIEWER, "--no-settings", "/nowhere.pcap", "--screenshot", screenshot, "--measure", measure});
    REQUIRE(eventually([&] { return has_told(viewer); }));
    viewer.signal(signal);
    CHECK(viewer.wait() == cli::kEnvironment);  // the code for the missing file
    CHECK_FALSE(QImage(QString::fromStdString(screenshot)).isNull());
    CHECK(std::filesystem::exists(measure));
  }
}

TEST_CASE("a port in use is a message with its remedy", "[viewer]") {
  const LiveSource other({.port = 0});
  OpenWindow shown;
  shown.window->listen(other.local().port);
  CHECK(shown.message().contains("choose another port to listen to"));
  CHECK(shown.window->view_session().live() == nullptr);
  shown.press("Esc");
  CHECK(shown.message().isEmpty());
}

TEST_CASE("a file that is dragged in is opened, after any other source", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.window->listen(0);
  QMimeData dragged;
  dragged.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.path()))});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(shown.window.get(), &enter);
  CHECK(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(shown.window.get(), &drop);
  REQUIRE(reached([&] { return shown.window->view_session().recording().samples() == 200'000; }));
  CHECK(shown.window->view_session().live() == nullptr);
}

TEST_CASE("no key means two things, and each action but About has one", "[viewer]") {
  OpenWindow shown;
  std::set<std::string> keys;
  for (const QAction* action : actions_of(*shown.window)) {
    CAPTURE(action->text().toStdString());
    if (action->isSeparator() || action->text() == "&About") continue;
    CHECK_FALSE(action->shortcuts().isEmpty());
    for (const QKeySequence& key : action->shortcuts()) CHECK(keys.insert(key.toString().toStdString()).second);
  }
  CHECK(keys.size() > 50);
}

TEST_CASE("F1 lists every key", "[viewer]") {
  OpenWindow shown;
  shown.press("F1");
  REQUIRE(reached([&] { return shown.window->findChild<QDialog*>() != nullptr; }));
  QStringList listed;
  for (const QLabel* label : shown.window->findChild<QDialog*>()->findChildren<QLabel*>())
    listed += label->text();
  CHECK(listed.contains("Play or pause"));
  CHECK(listed.contains("Rotate by 90°"));
  CHECK(listed.contains("Space"));
}

TEST_CASE("a key leads to what it does, and the picture of the window shows its dialog", "[viewer]") {
  OpenWindow shown;
  CHECK(shown.window->action_of("Alt+F1") == nullptr);
  QAction* const keys = shown.window->action_of("F1");
  REQUIRE(keys != nullptr);
  keys->trigger();
  const auto* const page = shown.window->findChild<QDialog*>();
  REQUIRE(page != nullptr);
  REQUIRE(reached([&] { return page->isVisible(); }));
  const QPoint middle = page->geometry().center() - shown.window->pos();
  const QImage bare = shown.window->grab().toImage();
  shown.window->close();
  CHECK(shown.window->last_view().copy(QRect(middle, QSize(200, 100))) !=
        bare.copy(QRect(middle, QSize(200, 100))));
}

TEST_CASE("the keys fit into the width of the screen", "[viewer]") {
  OpenWindow shown;
  shown.press("F1");
  REQUIRE(reached([&] { return shown.window->findChild<QDialog*>() != nullptr; }));
  const auto* const keys = shown.window->findChild<QDialog*>()->findChild<QScrollArea*>();
  REQUIRE(reached([&] { return keys->isVisible(); }));
  CHECK(keys->horizontalScrollBar()->maximum() == 0);
}

TEST_CASE("the window fits on 1024 x 700", "[viewer]") {
  OpenWindow shown;
  shown.window->resize(1024, 700);
  CHECK(shown.window->size() == QSize(1024, 700));
  CHECK(shown.wall().width() > 600);
  CHECK(shown.wall().height() > 500);
}

TEST_CASE("settings are kept, wrong ones do no harm, and the command line wins", "[viewer]") {
  application();
  const TemporaryFolder folder;
  const auto settings = [&] {
    return std::make_unique<QSettings>(QString::fromStdString(folder / "settings.ini"), QSettings::IniFormat);
  };
  {
    OpenWindow shown({}, settings());
    shown.press("G");
    shown.press("S");
    shown.press("Ctrl+Up");
    shown.window->close();
  }
  {
    const OpenWindow again({}, settings());
    CHECK(again.wall().look().picture.grid);
    CHECK(again.wall().look().picture.beam.scanner == scanner_from("12k"));
    CHECK(again.wall().look().picture.persistence > 25ms);
  }
  auto broken = settings();
  broken->setValue("picture/persistence_ms", "nan");
  broken->setValue("picture/exposure", -5);
  broken->setValue("window/geometry", "?");
  Options options;
  options.picture.exposure = 3;
  const OpenWindow third(options, std::move(broken));
  CHECK(third.wall().look().picture.persistence == 25ms);
  CHECK(third.wall().look().picture.exposure == 3);
}

TEST_CASE("a tile has as many pixels as a screen of high density", "[viewer]") {
  application();
  Recording recording;
  Tile tile(recording.add("a stream"));
  tile.set_area(QRect(0, 0, 300, 200), 2);
  tile.render(TimePoint{});
  CHECK(tile.picture().width == 600);
  CHECK(tile.picture().height == 400);
}

TEST_CASE("a film is made in the background, or a message says why not", "[viewer]") {
  const TemporaryFile file(square_capture());
  const TemporaryFolder folder;
  OpenWindow shown;
  shown.open(file.path());
  REQUIRE(reached([&] { return shown.wall().count() == 1; }));
  PictureOptions picture;
  picture.width = picture.height = 64;
  const auto& view_session = shown.window->view_session();
  const auto order = [&](const std::string& path) {
    return FilmOrder{.path = path,
                     .recording = std::make_shared<Recording>(view_session.recording().copy()),
                     .parts = shown.wall().film_parts(),
                     .picture = picture,
                     .from = view_session.player().begin(),
                     .to = view_session.player().begin() + 200ms,
                     .pictures_per_second = 25};
  };
  auto* const film = shown.window->findChild<FilmExport*>();
  film->start(order("/nowhere/film.apng"));
  REQUIRE(reached([&] { return !shown.message().isEmpty(); }));
  CHECK(shown.message().startsWith("The film /nowhere/film.apng: "));
  film->start(order(folder / "film.apng"));
  REQUIRE(
      reached([&] { return shown.message().contains("film.apng") && !shown.message().contains("nowhere"); }));
  if (shown.message().contains("ffmpeg is missing")) return;
  CHECK(shown.message().startsWith("The film is complete"));
  CHECK(std::filesystem::file_size(folder / "film.apng") > 100);
}

TEST_CASE("what is measured names frames, losses and memory", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  REQUIRE(reached([&] { return shown.player().position() - shown.player().begin() > 100ms; }));
  const auto report = nlohmann::json::parse(shown.window->measured());
  CHECK(report["frames"].get<int>() > 1);
  CHECK(report["frame_ms"]["p99"].get<double>() > 0);
  CHECK(report["streams"][0]["samples"] == 200'000);
  CHECK(report["memory"][0]["resident_kib"].get<int>() > 1000);
}

TEST_CASE("captions of a tile lie beside each other and within it, however small it is", "[viewer]") {
  application();
  Recording recording;
  Stream& stream = add_lit(recording, "192.168.100.200:50000 channel 0");
  stream.key.channel = 1;
  stream.unit_name = "a unit with a long name";
  stream.timeline.go_dark(TimePoint(900ms), DarkReason::LinkLost);
  for (const QSize size : {QSize(900, 600), QSize(256, 170), QSize(120, 90), QSize(60, 30)}) {
    CAPTURE(size.width());
    Tile tile(stream);
    tile.set_look({.heat_map = true});
    tile.set_area(QRect(QPoint(50, 20), size), 1);
    tile.render(TimePoint(950ms));
    const auto captions = tile.captions(QFontMetrics(QApplication::font()), true);
    CHECK(captions.size() <= 5);
    if (size.height() > 150) CHECK(captions.size() == 5);
    for (std::size_t i = 0; i < captions.size(); ++i) {
      CHECK(tile.area().contains(captions[i].area));
      CHECK(QFontMetrics(QApplication::font()).horizontalAdvance(captions[i].text) <= captions[i].area.width());
      for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(captions[i].area.intersects(captions[k].area));
    }
  }
}

TEST_CASE("window and keys page are no larger than the screen", "[viewer]") {
  OpenWindow shown;
  const QSize screen = shown.window->screen()->availableSize();
  CHECK(screen.height() <= 800);  // Qt's offscreen platform has 800 x 800
  CHECK(shown.window->width() <= screen.width());
  CHECK(shown.window->height() < screen.height());
  shown.press("F1");
  REQUIRE(reached([&] { return shown.window->findChild<QDialog*>() != nullptr; }));
  const auto* const page = shown.window->findChild<QDialog*>();
  CHECK(page->width() < screen.width());
  CHECK(page->height() < screen.height());
  // The whole page fits a screen of 1366 x 768.
  const QSize content = make_key_columns(*shown.window->menuBar(), 1366 - 100)->sizeHint();
  CHECK(content.width() < 1366 - 100);
  CHECK(content.height() < 768 - 140);
}

TEST_CASE("the status says how long light persists", "[viewer]") {
  OpenWindow shown;
  const auto* const status = static_cast<QLabel*>(shown.window->menuBar()->cornerWidget());
  CHECK(status->text().trimmed() == "persistence 25 ms");
  shown.press("Ctrl+Up");
  CHECK(status->text().trimmed() == "persistence 44.7 ms");
  shown.press("H");
  CHECK(status->text().trimmed() == "heat map of the last 2 s");
}

TEST_CASE("a file without datagrams opens on the picture panel, without rows of dashes", "[viewer]") {
  const TemporaryFile ilda(vector_file("ild/ild-01-format5-square.hex"), ".ild");
  const TemporaryFile capture(square_capture());
  OpenWindow shown;
  const auto* const instruments = shown.window->findChild<StreamPanel*>();
  const auto is_seen = [&](const char* panel) {
    return !shown.window->findChild<QDockWidget*>(panel)->visibleRegion().isEmpty();
  };
  shown.open(capture.path());
  CHECK(is_seen("Stream"));
  REQUIRE(reached([&] { return shown.fact("losses") != "-"; }));
  shown.window->open_file(ilda.path());
  REQUIRE(reached([&] { return is_seen("Picture"); }));
  shown.press("F2");
  REQUIRE(reached([&] { return is_seen("Stream") && !instruments->findChild<OffsetChart*>()->isVisible(); }));
  for (const QLabel* row : instruments->findChildren<QLabel*>())
    if (row->isVisible()) CHECK(row->text() != "-");
}

TEST_CASE("the chart of packet offsets has a scale of counts", "[viewer]") {
  application();
  OffsetChart chart;
  chart.resize(300, 200);
  const auto ink_at_left = [&] {
    const QImage drawn = chart.grab().toImage();
    int count = 0;
    for (int y = 0; y < 180; ++y)
      for (int x = 0; x < 36; ++x) count += drawn.pixelColor(x, y) == QColor(theme::kSunken) ? 0 : 1;
    return count;
  };
  OffsetBars bars{.bars = std::vector<OffsetBars::Bar>(12)};
  bars.bars[3].count = 1;
  chart.set(bars);
  const int of_one = ink_at_left();
  CHECK(of_one > 3);
  bars.bars[4].count = 5000;
  chart.set(bars);
  CHECK(ink_at_left() > 4 * of_one);
}

TEST_CASE("full screen is the picture alone, its keys work, and it gives back what it has hidden", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  const auto* const time = shown.window->findChild<TimeControls*>();
  const auto* const panel = shown.window->findChild<QDockWidget*>("Stream");
  shown.press("F11");
  REQUIRE(reached([&] { return shown.window->isFullScreen() && shown.wall().size() == shown.window->size(); }));
  CHECK_FALSE((shown.window->menuBar()->isVisible() || panel->isVisible() || time->isVisible()));
  shown.press("G");
  CHECK(shown.wall().look().picture.grid);
  shown.press("Esc");
  REQUIRE(reached([&] { return panel->isVisible(); }));
  CHECK((shown.window->menuBar()->isVisible() && time->isVisible() && !shown.window->isFullScreen()));
}

TEST_CASE("arrow keys scrub and choose the stream, but for a slider that has the keyboard", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  shown.press("Space");
  shown.press("Home");
  const auto passed = [&] { return shown.player().position() - shown.player().begin(); };
  shown.press("Right");
  CHECK(passed() == 100ms);
  shown.press("Shift+Right");
  shown.press("Left");
  CHECK(passed() == 1s);
  shown.press("F3");
  auto* const slider = shown.window->findChild<QSlider*>();
  REQUIRE(reached([&] { return slider->isVisible(); }));
  slider->setFocus();
  const int value = slider->value();
  QTest::keyClick(slider, Qt::Key_Right);
  CHECK(slider->value() == value + 1);
  CHECK(passed() == 1s);
}

TEST_CASE("a tile keeps its place and size while others come and go", "[viewer]") {
  application();
  Recording recording;
  for (const char* name : {"a", "b", "c", "d", "e"}) add_lit(recording, name);
  WallView wall;
  wall.resize(600, 400);
  wall.show_streams(all_but(recording, "e"), TimePoint(1ms));
  REQUIRE(wall.count() == 4);
  wall.select(3);
  const QRect of_d = wall.selected()->area();
  wall.show_streams({recording.streams()[0].get(), recording.streams()[3].get()}, TimePoint(2ms));
  CHECK(wall.count() == 2);
  CHECK(wall.selected()->name() == "d");
  CHECK(wall.selected()->area() == of_d);
  wall.select(0);
  CHECK(wall.selected()->name() == "a");
  // A new stream takes the first free cell.
  wall.show_streams({recording.streams()[0].get(), recording.streams()[3].get(), recording.streams()[4].get()},
                    TimePoint(3ms));
  wall.select(1);
  CHECK(wall.selected()->name() == "e");
  CHECK(wall.selected()->area() == QRect(300, 0, 300, 200));
  wall.select(2);
  CHECK(wall.selected()->area() == of_d);
  // After clear() the grid starts again with one cell.
  wall.clear();
  wall.show_streams({recording.streams()[3].get()}, TimePoint(4ms));
  CHECK(wall.selected()->area() == wall.rect());
}

TEST_CASE("a sender that begins anew has the tile that it had", "[viewer]") {
  OpenWindow shown;
  shown.window->listen(0);
  const auto target = "127.0.0.1:" + std::to_string(shown.window->view_session().live()->local().port);
  std::vector<std::string> command{IDN_SENDER, "pattern", "circle", "--colour", "00ff00", "--target", target};
  const auto is_lit = [&](std::size_t streams) {
    return shown.window->view_session().recording().streams().size() == streams && shown.green() > 200;
  };
  Process first(command);
  REQUIRE(reached([&] { return is_lit(1); }));
  first.interrupt();
  REQUIRE(reached([&] { return shown.are_closed() && shown.green() == 0; }));
  CHECK(shown.wall().count() == 1);
  Process second(command);
  REQUIRE(reached([&] { return is_lit(2); }));
  CHECK(shown.wall().count() == 1);
  CHECK(shown.wall().selected()->area() == shown.wall().rect());
}
