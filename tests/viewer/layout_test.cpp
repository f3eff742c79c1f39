// SPDX-License-Identifier: MIT
// Sizes and places of what the window shows.
#include <QCheckBox>
#include <QDialog>
#include <QImage>
#include <QMenuBar>
#include <QPainter>

#include "e2e/process.hpp"
#include "support/catch.hpp"
#include "viewer/open_window.hpp"
#include "viewer/qt/chart.hpp"
#include "viewer/qt/shortcuts_page.hpp"
#include "viewer/qt/theme.hpp"
#include "viewer/qt/wall_view.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

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

}  // namespace

TEST_CASE("the window fits on 1024 x 700", "[viewer]") {
  OpenWindow shown;
  shown.window->resize(1024, 700);
  CHECK(shown.window->size() == QSize(1024, 700));
  CHECK(shown.wall().width() > 600);
  CHECK(shown.wall().height() > 500);
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

TEST_CASE("a tile is green only while there is something to play", "[viewer]") {
  application();
  Recording recording;
  Stream& stream = add_lit(recording, "a stream");
  stream.key.channel = 1;
  stream.timeline.end_at(TimePoint(1s));
  Tile tile(stream);
  tile.set_area(QRect(0, 0, 300, 200), 1);
  const auto dot_at = [&](TimePoint at) {
    QImage image(300, 200, QImage::Format_RGB32);
    QPainter painter(&image);
    tile.render(at);
    tile.paint(painter, false);
    return image.pixelColor(299 - 12, 14);
  };
  CHECK(dot_at(TimePoint(500ms)) == theme::kGood);
  CHECK(dot_at(TimePoint(-1ms)) == QColor(Qt::black));
  CHECK(dot_at(TimePoint(3s)) == QColor(Qt::black));
  stream.timeline.go_dark(TimePoint(1s), DarkReason::LinkLost);
  CHECK(dot_at(TimePoint(3s)) == theme::kBad);
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

TEST_CASE("what is drawn over time stays below its caption", "[viewer]") {
  application();
  StripChart strip("offset", false);
  strip.resize(300, 80);
  const auto row_of = [&](const QColor& colour) {
    const QImage drawn = strip.grab().toImage();
    for (int y = 0; y < drawn.height(); ++y)
      if (drawn.pixelColor(295, y) == colour) return y;
    return -1;
  };
  strip.set({}, 10);
  CHECK(row_of(theme::kAccent) == -1);
  std::vector<StripChart::Point> points;
  for (int i = 0; i < 1000; ++i) points.push_back({i / 100.0, 0.95});
  strip.set(points, 10);
  CHECK(row_of(theme::kAccent) >= 12);
}

TEST_CASE("a box that is not ticked can be seen", "[viewer]") {
  application();
  QCheckBox box("Grid");
  box.resize(box.sizeHint());
  const QImage drawn = box.grab().toImage();
  int outline = 0;
  for (int x = 0; x < 20; ++x) outline += drawn.pixelColor(x, drawn.height() / 2).lightness() > 100 ? 1 : 0;
  CHECK(outline == 2);
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
