// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/counter.hpp"
#include "idn/stream/receiver_watch.hpp"

namespace idn::stream {

/// The receiver's last answer.
struct AckSummary {
  wire::AckResult result{};           ///< as it came
  std::uint8_t status = 0;            ///< bits, see wire::Acknowledge
  std::uint16_t input_events = 0;     ///< bits of wire::input_event
  std::uint16_t pipeline_events = 0;  ///< bits of wire::pipeline_event
  std::uint8_t link_quality = 0;      ///< 0 unknown, 1 very poor .. 255 excellent
  std::uint8_t reserved = 0;          ///< no padding: read and written as one word
};

/// What a sender session did so far, and what it knows of its receiver.
struct SenderStats {
  Counter datagrams;        ///< that carry samples
  Counter samples;          ///< including dark ones that the session added
  Counter bytes;            ///< UDP payload of all packets
  Counter starved_samples;  ///< dark samples sent because the producer was late
  Counter late_ticks;       ///< woken more than kLateNs after the deadline
  Counter reanchors;        ///< stalls after which the stream went on from then; each leaves a gap
  Counter skipped_samples;  ///< dropped to be on time again
  Counter frames;           ///< in frame mode, those sent again included
  Counter replaced_frames;  ///< pushed, and replaced by a newer one before they were due
  Counter holds_expired;    ///< how often the picture went dark since its producer said nothing
  Counter keepalives;       ///< messages without samples while there was nothing to show
  Counter acks_requested;   ///< datagrams that ask for an answer
  Counter acks_received;    ///< answers that came
  Counter reconnects;       ///< how often the receiver lost the stream in the middle
  Counter retargets;        ///< how often the stream went over to another receiver or address

  PeakValue<Duration> worst_lateness;   ///< of a wake-up after its deadline
  LatestValue<ReceiverState> receiver;  ///< what is believed of it
  LatestValue<AckSummary> last_answer;  ///< what it said last
  LatestValue<Refusals> refusals;       ///< what share the receiver does not show, and why
  LatestValue<TimePoint> answered_at;  ///< when it came, by the clock of the session; zero before the first one
  LatestValue<TimePoint> retargeted_at;                     ///< when the stream went over last, likewise
  LatestValue<std::chrono::microseconds> receiver_latency;  ///< as the receiver reports it; zero: unknown
  LatestValue<Duration> round_trip;                         ///< from the last answered request to its answer
  /// How much faster than by its own clock the session sends to follow the receiver, in billionths.
  LatestValue<std::int64_t> correction_ppb;

  /// One bucket of the packet-offset histogram.
  static constexpr std::int64_t kLateNs = 100'000;
};

}  // namespace idn::stream
