// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "idn/capture/datagram_reader.hpp"
#include "idn/statistics.hpp"

namespace idn::parser {

struct AheadMessage {
  capture::CapturePosition at;
  Duration by{};  ///< how long before its time it arrived
};
struct AheadFacts {
  BoundedEventLog<AheadMessage> messages{};
  Duration largest{};
  std::optional<capture::CapturePosition> largest_at{};
};

/// Finds messages that were sent before the time in their timestamp (section 1.8.4). A capture does not contain
/// the sender's clock, so times count from the first message, which is taken as punctual. Tolerance: 1 ms,
/// since the network may have delayed that first message, plus 250 ppm of the time since then, since clocks may
/// drift.
class AheadOfTime {
 public:
  static constexpr Duration kTolerance = std::chrono::milliseconds(1);
  static constexpr std::int64_t kClockPpm = 250;

  void add(std::chrono::microseconds media, const capture::CapturePosition& at);
  /// The next message becomes the new reference, as after a new time axis.
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
