// SPDX-License-Identifier: MIT
#include "viewer/window.hpp"

#include <fmt/core.h>

#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QTimer>
#include <cstdio>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "viewer/qt/image_file.hpp"
#include "viewer/qt/main_window.hpp"
#include "viewer/qt/theme.hpp"
#include "viewer/termination_signals.hpp"

namespace idn::viewer {
namespace {

/// Qt ends the program by abort() where it finds no display.
void require_display() {
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
  for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
    if (!qEnvironmentVariableIsEmpty(name)) return;
  throw cli::Failure(
      cli::kEnvironment,
      "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set) for the window; --render, "
      "--render-frames, --film and --hottest need none");
#endif
}

/// As where there is no window. Not by fmt::print, which throws where standard error is gone.
void tell(const std::string& problem) {
  std::fprintf(stderr, "idn_viewer: %s\n", problem.c_str());
}

/// The windows close, dialogs first, when a signal asks for the end.
class ClosingSignals {
 public:
  ClosingSignals() {
    QObject::connect(&timer_, &QTimer::timeout, [this] {
      if (signals_.poll() != 0) QApplication::closeAllWindows();
    });
    timer_.start(std::chrono::milliseconds(50));
  }

 private:
  TerminationSignals signals_;
  QTimer timer_;
};

void write_report(const std::string& path, const std::string& report) {
  if (path == "-")
    fmt::print("{}", report);
  else
    cli::write_whole_file(path, std::as_bytes(std::span(report)));
}

}  // namespace

int run_window(const Options& options, int argc, char** argv) {
  require_display();
  QApplication application(argc, argv);
  QApplication::setOrganizationName("idn");
  QApplication::setApplicationName("idn_viewer");
  theme::apply(application);
  const ClosingSignals closing_signals;
  MainWindow window(options, options.window.no_settings ? nullptr : std::make_unique<QSettings>());
  window.show();
  if (!options.file.empty()) window.open_file(options.file, tell);
  if (options.listen) window.listen(*options.listen, tell);
  for (const std::string& key : options.window.press) {
    QAction* const action = window.action_of(key);
    if (action == nullptr)
      throw cli::Failure(cli::kUsage,
                         fmt::format("--press: \"{}\" is no key of the window; F1 lists them", key));
    QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(*options.window.close_after / 2), action,
                       &QAction::trigger);
  }
  if (options.window.close_after)
    QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(*options.window.close_after), &window,
                       &QWidget::close);
  const int code = QApplication::exec();
  if (!options.window.screenshot.empty()) write_image(options.window.screenshot, window.last_view());
  if (!options.window.measure.empty()) write_report(options.window.measure, window.measured());
  return code != 0 ? code : window.exit_code();
}

}  // namespace idn::viewer
