// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/statistics.hpp"
#include "idn/stream/send/receiver_state.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// Counters of a sender session, and the state of its receiver.
struct SenderStats {
  Counter datagrams;        ///< that carry samples
  Counter samples;          ///< including dark ones that the session added
  Counter bytes;            ///< UDP payload of all packets
  Counter starved_samples;  ///< dark samples sent because the producer was late
  Counter late_ticks;       ///< with samples, woken more than kLateNs after the deadline
  Counter reanchors;        ///< restarts of the timeline after a long stall; each leaves a gap
  Counter frames;           ///< in frame mode, those sent again included
  Counter keepalives;       ///< messages without samples while there was nothing to show
  Counter acks_requested;   ///< datagrams that request an acknowledge
  Counter acks_received;    ///< acknowledges that answer one of these
  Counter reconnects;       ///< how often the receiver lost the connection and opened a new one
  Counter retargets;        ///< how often the stream switched to another receiver or address

  PeakValue<Duration> worst_lateness;    ///< of a wake-up after its deadline
  LatestValue<ReceiverState> receiver;   ///< whether it plays the stream, by its acknowledges
  LatestValue<AckSummary> last_answer;   ///< its last acknowledge
  LatestValue<Refusals> refusals;        ///< what share the receiver does not show, and why
  LatestValue<TimePoint> answered_at;    ///< when the last acknowledge came, by our clock; zero: none yet
  LatestValue<TimePoint> lit_at;         ///< of the last tick with light, to within kLightStep; zero: none yet
  LatestValue<TimePoint> retargeted_at;  ///< when the stream switched last, by our clock; zero: never
  LatestValue<std::chrono::microseconds> receiver_latency;  ///< as the receiver reports it; zero: unknown
  LatestValue<Duration> round_trip;  ///< from the last answered request to its acknowledge
  /// How much faster than by its own clock the session sends, in parts per billion, to follow the clock of the
  /// receiver.
  LatestValue<std::int64_t> correction_ppb;

  /// Lateness in nanoseconds from which a wake-up counts as late: one bucket of the packet-offset histogram.
  static constexpr std::int64_t kLateNs = 100'000;
  /// Light is looked for in samples so seldom that it costs nothing.
  static constexpr Duration kLightStep = std::chrono::milliseconds(10);
};

}  // namespace idn::stream
