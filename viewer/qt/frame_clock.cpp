// SPDX-License-Identifier: MIT
#include "viewer/qt/frame_clock.hpp"

#include <algorithm>

#include "idn/io/now.hpp"

namespace idn::viewer {

FrameClock::FrameClock(QObject* parent) : QObject(parent), last_(now()), next_(last_ + kInterval) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &FrameClock::fire);
  arm();
}

TimePoint FrameClock::now() noexcept {
  return io::monotonic_now();
}

void FrameClock::fire() {
  const TimePoint at = now();
  const Duration elapsed = at - last_;
  last_ = at;
  emit due(elapsed);
  // Absolute deadlines: intervals of whole milliseconds would give 58.8 or 62.5 pictures per second.
  next_ = std::max(next_ + kInterval, now());
  arm();
}

/// Waits at least a millisecond, so that input events are handled even if drawing is slow.
void FrameClock::arm() {
  const auto wait = std::chrono::round<std::chrono::milliseconds>(next_ - now());
  timer_.start(std::max(wait, std::chrono::milliseconds(1)));
}

}  // namespace idn::viewer
