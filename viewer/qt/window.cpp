// SPDX-License-Identifier: MIT
#include "viewer/window.hpp"

#include <fmt/core.h>

#include <QAction>
#include <QApplication>
#include <QIcon>
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

/// Throws cli::Failure if there is no display: Qt would call abort().
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

/// Prints an error as the programs without window do. Not by fmt::print, which throws if standard error is
/// closed.
void print_error(const std::string& problem) {
  std::fprintf(stderr, "idn_viewer: %s\n", problem.c_str());
}

/// Closes all windows, dialogs first, on a termination signal.
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
    cli::write_file_atomically(path, std::as_bytes(std::span(report)));
}

}  // namespace

int run_window(const Options& options, int argc, char** argv) {
  require_display();
  QApplication application(argc, argv);
  QApplication::setOrganizationName("idn");
  QApplication::setApplicationName("idn_viewer");
  QApplication::setDesktopFileName("idn_viewer");
  QApplication::setWindowIcon(QIcon::fromTheme("idn_viewer"));
  theme::apply(application);
  const ClosingSignals closing_signals;
  MainWindow window(options, options.window.no_settings ? nullptr : std::make_unique<QSettings>());
  window.show();
  if (!options.file.empty()) window.open_file(options.file, print_error);
  if (options.listen) window.listen(*options.listen, print_error);
  if (!options.window.record.empty()) window.record(options.window.record);
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
