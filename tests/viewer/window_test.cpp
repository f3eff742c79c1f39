// SPDX-License-Identifier: MIT
// The real window, operated by keys and files, without a display; live senders are idn_sender.
#include <QDockWidget>
#include <QDropEvent>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QRegularExpression>
#include <QSettings>
#include <QTimer>
#include <QUrl>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "e2e/process.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "viewer/open_window.hpp"
#include "viewer/qt/chart.hpp"
#include "viewer/qt/film_export.hpp"
#include "viewer/qt/message_bar.hpp"
#include "viewer/qt/stream_panel.hpp"
#include "viewer/qt/theme.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

Octets octets(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

/// Whether idn_viewer has printed its message about the bad source; Qt may print messages, too.
bool has_told(const Process& viewer) {
  const std::string errors = viewer.errors();
  return errors.find("idn_viewer: ") != std::string::npos && errors.ends_with('\n');
}

/// The path that the dialog of a key proposes; the dialog is closed.
QString proposed(const OpenWindow& shown, const std::string& key) {
  QString path;
  QTimer::singleShot(0, shown.window.get(), [&] {
    auto* const dialog = shown.window->findChild<QFileDialog*>();
    if (dialog == nullptr) return;
    path = dialog->selectedFiles().value(0);
    dialog->reject();
  });
  shown.action(key).trigger();
  return path;
}

/// The recent files of the menu.
QList<QAction*> recent(const OpenWindow& shown) {
  for (QMenu* const menu : shown.window->menuBar()->findChildren<QMenu*>()) {
    if (menu->title() != "Open a re&cent file") continue;
    emit menu->aboutToShow();
    return menu->actions();
  }
  return {};
}

}  // namespace

TEST_CASE("a capture that is opened is drawn, and its stream described", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  CHECK(shown.message().isEmpty());
  REQUIRE(reached([&] { return shown.green() > 200; }));
  REQUIRE(reached(
      [&] { return shown.fact("colours") == "red 638 nm, green 532 nm, blue 460 nm (8 octets per sample)"; }));
  CHECK(shown.fact("service") == "wave, service 1");
  CHECK(shown.fact("losses").startsWith("0 lost"));
  CHECK(shown.window->windowTitle().endsWith(" - idn_viewer"));
}

TEST_CASE("a capture of which only a part is in memory is shown at its end, and at its beginning again",
          "[viewer]") {
  const TemporaryFile file(square_capture(150'000));
  OpenWindow shown;
  shown.open(file.path());
  const ViewSession& session = shown.window->view_session();
  const auto shows = [&](Duration from, Duration to) {
    const Duration at = session.position() - session.player().begin();
    return session.is_held() && at >= from && at <= to && shown.green() > 100;
  };
  CHECK(session.recording().held.to < TimePoint(140s));
  REQUIRE(reached([&] { return session.player().end() > TimePoint(149s); }));
  shown.press("End");
  REQUIRE(reached([&] { return shows(149s, 151s); }));
  CHECK(session.recording().held.from > TimePoint(100s));
  shown.press("Home");
  shown.press("L");
  REQUIRE(reached([&] { return shows(90ms, 110ms); }));
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
  REQUIRE(reached([&] { return shown.fact("shown").endsWith(": closed"); }));
  CHECK(shown.fact("rate") == "none");
  CHECK(shown.fact("shown").startsWith("dark for "));
}

TEST_CASE("a window without a source has no rows of dashes, and does nothing that needs one", "[viewer]") {
  OpenWindow shown;
  const auto are_enabled = [&](bool enabled) {
    return std::ranges::all_of(std::vector<std::string>{"Ctrl+S", "Ctrl+E", "Space", "N", "X"},
                               [&](const auto& key) { return shown.action(key).isEnabled() == enabled; });
  };
  REQUIRE(reached([&] { return shown.fact("stream") == "none"; }));
  for (const QLabel* row : shown.window->findChild<StreamPanel*>()->findChildren<QLabel*>())
    if (row->isVisible()) CHECK(row->text() != "-");
  CHECK_FALSE(shown.window->findChild<OffsetChart*>()->isVisible());
  CHECK(are_enabled(false));
  CHECK_FALSE(shown.action("F5").isEnabled());
  CHECK(shown.action("G").isEnabled());
  const TemporaryFile file(square_capture());
  shown.open(file.path());
  CHECK(are_enabled(true));
  CHECK(shown.action("F5").isEnabled());
  CHECK_FALSE(shown.action("Ctrl+Shift+E").isEnabled());
  REQUIRE(reached([&] { return shown.window->findChild<OffsetChart*>()->isVisible(); }));
}

TEST_CASE("a file to write has a name and a folder proposed", "[viewer]") {
  const TemporaryFolder folder;
  const std::string capture = folder / "show.pcap";
  const Octets content = square_capture();
  std::ofstream(capture, std::ios::binary)
      .write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  auto settings = std::make_unique<QSettings>(QString::fromStdString(folder / "s.ini"), QSettings::IniFormat);
  OpenWindow shown({}, std::move(settings));
  shown.window->listen(0);
  CHECK(QFileInfo(proposed(shown, "Ctrl+S")).absolutePath() == QDir::homePath());
  CHECK(QRegularExpression("^live-20\\d\\d-\\d\\d-\\d\\d-\\d{6}\\.png$")
            .match(QFileInfo(proposed(shown, "Ctrl+S")).fileName())
            .hasMatch());
  shown.open(capture);
  REQUIRE(reached([&] { return shown.window->view_session().live() == nullptr; }));
  for (const char* key : {"Space", "Home", "Shift+L"}) shown.action(key).trigger();
  CHECK(proposed(shown, "Ctrl+S").toStdString() == folder / "show-1.000s.png");
}

TEST_CASE("tiles tell the unit and the service by the names of the command line, and their state by a colour",
          "[viewer]") {
  Options options;
  options.live.name = "Stage left";
  options.live.services = {"Front", "Back wall"};
  OpenWindow shown(options);
  shown.window->listen(0);
  const auto target = "127.0.0.1:" + std::to_string(shown.window->view_session().live()->local().port);
  const auto service = [&](const char* number) {
    return std::vector<std::string>{IDN_SENDER, "pattern", "circle", "--service", number, "--target", target};
  };
  Process first(service("0")), second(service("2"));
  const auto has = [&](const QString& words) {
    for (std::size_t i = 0; i < shown.wall().count(); ++i) {
      shown.wall().select(i);
      for (const auto& caption : shown.wall().selected()->captions(shown.wall().fontMetrics(), true))
        if (caption.text == words) return true;
    }
    return false;
  };
  REQUIRE(reached([&] { return has("to Stage left, service 1 (Front)"); }));
  REQUIRE(reached([&] { return has("to Stage left, service 2 (Back wall)"); }));
  REQUIRE(reached([&] { return shown.fact("service") == "wave, service 2 (Back wall)"; }));
  const auto state = [&] {
    const QImage seen = shown.wall().grab().toImage();
    return seen.pixelColor(shown.wall().selected()->area().topRight() + QPoint(-12, 14));
  };
  REQUIRE(reached([&] { return state() == theme::kGood; }));
  first.interrupt();
  second.interrupt();
  REQUIRE(reached([&] { return state() == theme::kFaint; }));
}

TEST_CASE(
    "what arrives is recorded until the key is pressed again, another source is shown or the window closes",
    "[viewer]") {
  const TemporaryFolder folder;
  OpenWindow shown;
  CHECK_FALSE(shown.action("Ctrl+R").isEnabled());
  shown.window->listen(0);
  const auto* const status = static_cast<QLabel*>(shown.window->menuBar()->cornerWidget());
  const std::uint16_t port = shown.window->view_session().live()->local().port;
  Process sender({IDN_SENDER, "pattern", "circle", "--rate", "30k", "--colour", "00ff00", "--target",
                  "127.0.0.1:" + std::to_string(port)});
  const auto records = [&](const std::string& path, const std::function<void()>& end) {
    CAPTURE(path);
    shown.window->record(path);
    REQUIRE(reached([&] {
      const auto recorded = shown.window->view_session().live()->recording();
      return recorded && recorded->packets > 300;
    }));
    CHECK(status->text().contains("recording"));
    end();
    const auto samples = open_capture(path, {.port = port}).samples();
    CHECK(samples > 3000);
    CHECK(samples < 200'000);
  };
  records(folder / "key.pcap", [&] { shown.action("Ctrl+R").trigger(); });
  CHECK(shown.message().toStdString().starts_with("recording " + folder / "key.pcap: "));
  CHECK(shown.message().endsWith("with --port " + QString::number(port)));
  CHECK(status->text().trimmed() == "persistence 25 ms");
  records(folder / "source.pcap", [&] { shown.window->listen(0); });
  CHECK(shown.message().contains("source.pcap"));
  sender.interrupt();
  sender.wait();
  shown.window->listen(port);
  Process again(
      {IDN_SENDER, "pattern", "circle", "--rate", "30k", "--target", "127.0.0.1:" + std::to_string(port)});
  records(folder / "closed.pcap", [&] { shown.window->close(); });
  CHECK(shown.window->exit_code() == cli::kOk);
}

TEST_CASE("a recording that cannot be written is a message in one line", "[viewer]") {
  OpenWindow shown;
  shown.window->listen(0);
  shown.window->record("/nowhere/x.pcap");
  CHECK(shown.message() == "cannot write /nowhere/x.pcap: No such file or directory; choose another file");
  const auto target = "127.0.0.1:" + std::to_string(shown.window->view_session().live()->local().port);
  Process sender({IDN_SENDER, "pattern", "circle", "--target", target});
  shown.window->record("/dev/full");
  REQUIRE(reached([&] { return shown.message().contains("No space left on device"); }));
  CHECK_FALSE(shown.message().contains('\n'));
  CHECK_FALSE(shown.window->view_session().live()->recording());
  CHECK(shown.window->exit_code() == cli::kEnvironment);
}

TEST_CASE("files that were shown are listed in the menu, and one that is gone is told and dropped",
          "[viewer]") {
  const TemporaryFolder folder;
  const auto settings = [&] {
    return std::make_unique<QSettings>(QString::fromStdString(folder / "s.ini"), QSettings::IniFormat);
  };
  const TemporaryFile file(square_capture());
  const QString path = QString::fromStdString(file.path());
  {
    const TemporaryFile gone(square_capture(300));
    OpenWindow shown({}, settings());
    CHECK(recent(shown).empty());
    for (const auto& each : {gone.path(), file.path(), std::string("/nowhere/show.pcap")}) {
      shown.window->open_file(each);
      REQUIRE(reached([&] {
        return !shown.message().isEmpty() ||
               (!recent(shown).empty() && recent(shown)[0]->text().endsWith(each.c_str()));
      }));
    }
    REQUIRE(recent(shown).size() == 2);
    CHECK(recent(shown)[0]->text() == path);
    shown.window->close();
  }
  OpenWindow again({}, settings());
  REQUIRE(recent(again).size() == 2);
  const QString gone = recent(again)[1]->text();
  recent(again)[1]->trigger();
  CHECK(again.message() == gone + ": no such file; it is no longer listed");
  REQUIRE(recent(again).size() == 1);
  recent(again)[0]->trigger();
  REQUIRE(reached([&] { return again.window->view_session().recording().samples() == 200'000; }));
  const OpenWindow without_settings;
  CHECK(recent(without_settings).empty());
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
