// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTimer>

#include "idn/time.hpp"

namespace idn::viewer {

/// Timer for pictures, sixty times a second. Missed ticks are skipped, so that a slow computer shows fewer
/// pictures instead of lagging behind.
class FrameClock : public QObject {
  Q_OBJECT

 public:
  static constexpr Duration kInterval = Duration(1'000'000'000) / 60;

  explicit FrameClock(QObject* parent);

  static TimePoint now() noexcept;

 signals:
  /// A picture is due. @param elapsed time since the last one
  void due(idn::Duration elapsed);

 private:
  void fire();
  void arm();

  QTimer timer_;
  TimePoint last_, next_;
};

}  // namespace idn::viewer
