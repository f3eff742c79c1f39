// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "idn/bounded_event_log.hpp"
#include "idn/capture/capture_position.hpp"

namespace idn::parser {

struct AheadMessage {
  capture::CapturePosition at;
  Duration by{};
};

struct AheadFacts {
  BoundedEventLog<AheadMessage> messages{};
  Duration largest{};
  std::optional<capture::CapturePosition> largest_at{};
};

/// Messages sent before the time that their timestamp denotes (section 1.8.4), as far as a capture can tell
/// which does not know the sender's clock: on the axis that the first message sets. Tolerated are 1 ms, which
/// the network may have delayed the first message, and 250 ppm of the time since, by which clocks may differ.
class AheadOfTime {
 public:
  static constexpr Duration kTolerance = std::chrono::milliseconds(1);
  static constexpr std::int64_t kClockPpm = 250;

  void add(std::chrono::microseconds media, const capture::CapturePosition& at);
  /// The next message sets a new axis.
  void restart() noexcept { first_.reset(); }

  const AheadFacts& facts() const noexcept { return facts_; }

 private:
  struct Reading {
    Duration arrival;
    std::chrono::microseconds media;
  };

  std::optional<Reading> first_;
  AheadFacts facts_;
};

}  // namespace idn::parser
