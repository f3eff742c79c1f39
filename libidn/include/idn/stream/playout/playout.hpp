// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/time.hpp"

/// How an output shows what arrives (section 2.10).
namespace idn::stream {

/// How an output buffers.
struct PlayoutConfig {
  /// Hides the jitter of sender and network; 40 ms is the buffer of the reference receiver.
  Duration target_latency = std::chrono::milliseconds(40);
  /// Follow the clock of the sender, and raise the latency when a chunk was too late. Else the first chunk
  /// alone decides when all the others are shown, as in a DAC with a buffer of fixed length and a clock of its
  /// own.
  bool is_adaptive = true;
  /// More than 0: of an output that does not adapt, datagrams that may be incomplete when due / due; the buffer
  /// is as long as that takes, and begins with the target latency. 1e-6 to 0.1.
  double underrun_probability = 0;
  /// How much faster than our clock the outputs play, in parts per billion, up to 1 %.
  std::int64_t clock_error_ppb = 0;
};

/// Where a chunk lies on the sender's time axis, and when it arrived by the clock of the output.
struct TimedChunk {
  TimePoint arrival;             ///< by the receiver's clock
  std::int64_t media_us = 0;     ///< the sender's time of its first sample, without wrap
  std::int64_t duration_us = 0;  ///< of all its samples
  bool is_late = false;          ///< it came after a later one
};

/// How a chunk came, compared with when it was due.
enum class Timeliness : std::uint8_t {
  OnTime,    ///< before it was due
  Late,      ///< its first part should have been shown before it came
  Outdated,  ///< all of it should have been shown before it came
};

/// When a chunk is shown, as estimated.
struct PlayoutTime {
  TimePoint begin;  ///< of the first sample; of a late chunk it lies before its arrival
  Timeliness timeliness = Timeliness::OnTime;  ///< of the chunk
  /// The queue was longer than the output holds: its oldest part is dropped, and this chunk is shown earlier.
  bool overrun = false;
  Duration skipped{};  ///< media time that an overrun drops from the queue, oldest first
  /// By how much playing is stretched up to this chunk to follow the sender's clock; negative: compressed.
  Duration slewed{};
};

}  // namespace idn::stream
