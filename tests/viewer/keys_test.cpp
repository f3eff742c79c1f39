// SPDX-License-Identifier: MIT
// Keys, and the pages and controls that they lead to.
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTest>
#include <QWheelEvent>
#include <set>

#include "support/catch.hpp"
#include "viewer/open_window.hpp"
#include "viewer/qt/main_window.hpp"
#include "viewer/qt/time_controls.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

QList<QAction*> actions_of(const MainWindow& window) {
  QList<QAction*> all;
  for (const QAction* menu : window.menuBar()->actions()) all += menu->menu()->actions();
  return all;
}

}  // namespace

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

TEST_CASE("wheel and keys zoom, dragging moves, and 0 shows the whole picture again", "[viewer]") {
  const TemporaryFile file(square_capture());
  OpenWindow shown;
  shown.open(file.path());
  REQUIRE(reached([&] { return shown.green() > 200; }));
  WallView& wall = shown.wall();
  const auto picture = [&]() -> const PictureOptions& { return wall.look().picture; };
  const QPoint corner(wall.width() / 2 + wall.height() / 4, wall.height() / 4);
  const Position under = wall.selected()->position_of(corner);
  QWheelEvent wheel(corner, wall.mapToGlobal(corner), {}, {0, 3 * 120}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&wall, &wheel);
  CHECK(picture().zoom == Approx(1.2 * 1.2 * 1.2));
  CHECK(wall.selected()->position_of(corner).x == Approx(under.x).epsilon(0.001));
  CHECK(wall.selected()->position_of(corner).y == Approx(under.y).epsilon(0.001));
  const Position middle = picture().middle;
  QTest::mousePress(&wall, Qt::LeftButton, {}, corner);
  QMouseEvent drag(QEvent::MouseMove, corner + QPoint(20, 10), wall.mapToGlobal(corner + QPoint(20, 10)),
                   Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&wall, &drag);
  CHECK(picture().middle.x < middle.x);
  CHECK(picture().middle.y > middle.y);
  for (int i = 0; i < 20; ++i) shown.press("Z");
  CHECK(picture().zoom == 64);
  shown.press("G");
  CHECK(picture().zoom == 64);
  shown.press("Shift+Z");
  CHECK(picture().zoom < 64);
  shown.press("0");
  CHECK(picture().zoom == 1);
  CHECK(picture().middle == Position{});
  REQUIRE(reached([&] { return shown.green() > 200; }));
}

TEST_CASE("no key means two things, and each action but About has one", "[viewer]") {
  OpenWindow shown;
  std::set<std::string> keys;
  for (const QAction* action : actions_of(*shown.window)) {
    CAPTURE(action->text().toStdString());
    if (action->isSeparator() || action->menu() != nullptr || action->text() == "&About") continue;
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
