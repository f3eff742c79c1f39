// SPDX-License-Identifier: MIT
#pragma once

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QSettings>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <string>

#include "stream/send/packer.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/test_timeout.hpp"
#include "viewer/qt/main_window.hpp"
#include "viewer/qt/message_bar.hpp"
#include "viewer/qt/theme.hpp"
#include "viewer/qt/wall_view.hpp"

namespace idn::viewer {

using namespace std::chrono_literals;
using test::CaptureBuilder;
using test::kTestTimeout;
using test::Octets;

/// The only one of the process. Never destroyed, since at exit static objects that it uses may already be gone.
inline QApplication& application() {
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
inline bool reached(const std::function<bool()>& holds) {
  return QTest::qWaitFor(holds, static_cast<int>(std::chrono::milliseconds(kTestTimeout).count()));
}

/// A green square, a datagram of 100 samples each millisecond.
inline Octets square_capture(int datagrams = 2000) {
  auto packer = stream::Packer::create({.rate = {100'000}, .samples_per_packet = 100}).value();
  CaptureBuilder capture;
  for (int i = 0; i < datagrams; ++i) {
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

  QAction& action(const std::string& key) const {
    QAction* const found = window->action_of(key);
    REQUIRE(found != nullptr);
    return *found;
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

}  // namespace idn::viewer
