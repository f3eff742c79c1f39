// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTimer>

#include "idn/time.hpp"

namespace idn::viewer {

/// Asks for a picture sixty times a second. What is late is left out, so that a slow machine shows fewer
/// pictures instead of lagging behind.
class FrameClock : public QObject {
  Q_OBJECT

 public:
  static constexpr Duration kInterval = Duration(1'000'000'000) / 60;

  explicit FrameClock(QObject* parent);

  static TimePoint now() noexcept;

 signals:
  /// `elapsed` has passed since the last one.
  void due(idn::Duration elapsed);

 private:
  void fire();
  void arm();

  QTimer timer_;
  TimePoint last_, next_;
};

}  // namespace idn::viewer
