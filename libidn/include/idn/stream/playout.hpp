// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

/// How an output shows what arrives (section 2.10).
namespace idn::stream {

struct PlayoutConfig {
  /// What hides the jitter of sender and network; 40 ms is the buffer of the reference receiver.
  Duration target_latency = std::chrono::milliseconds(40);
  /// Follow the clock of the sender, and wait longer after something came too late. Else the first chunk alone
  /// decides when all the others are shown, as in a DAC with a buffer of fixed length and a clock of its own.
  bool is_adaptive = true;
  /// How much faster than our clock the outputs play, in parts per billion, up to 1 %.
  std::int64_t clock_error_ppb = 0;
};

/// Where a chunk lies on the sender's time axis, and when it came by the clock of the output.
struct TimedChunk {
  TimePoint arrival;
  std::int64_t media_us = 0;
  std::int64_t duration_us = 0;
  bool is_late = false;  ///< it came after a later one
};

enum class Timeliness : std::uint8_t {
  OnTime,
  Late,      ///< its first part should have been shown before it came
  Outdated,  ///< all of it should have been shown before it came
};

struct Playout {
  TimePoint begin;  ///< of the first sample; of a late chunk it lies before its arrival
  Timeliness timeliness = Timeliness::OnTime;
  bool overrun =
      false;           ///< more was waiting than receivers keep: the oldest is given up, this is shown earlier
  Duration skipped{};  ///< what an overrun takes out of what was waiting, the oldest first
  Duration slewed{};   ///< how much slower than told the output plays up to this chunk, to follow the sender
};

}  // namespace idn::stream
