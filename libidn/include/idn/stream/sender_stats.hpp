// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "idn/stream/receiver_watch.hpp"

namespace idn::stream {

/// Written by one thread, read by any. Relaxed: each value is right, a set of them need not be of one moment.
class Counter {
 public:
  void add(std::uint64_t amount = 1) noexcept { set(value() + amount); }
  void raise_to(std::uint64_t candidate) noexcept {
    if (candidate > value()) set(candidate);
  }
  void set(std::uint64_t value) noexcept { value_.store(value, std::memory_order_relaxed); }
  std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// What a sender session did so far.
struct SenderStats {
  Counter datagrams;        ///< that carry samples
  Counter samples;          ///< including dark ones that the session added
  Counter bytes;            ///< UDP payload of all packets
  Counter starved_samples;  ///< dark samples sent because the producer was late
  Counter late_ticks;       ///< woken more than kLateNs after the deadline
  Counter worst_lateness_ns;
  Counter reanchors;        ///< stalls after which the stream went on from then; each leaves a gap
  Counter skipped_samples;  ///< dropped to be on time again
  Counter frames;           ///< in frame mode, those sent again included
  Counter keepalives;       ///< messages without samples while there was nothing to show
  Counter acks_requested;
  Counter acks_received;
  Counter reconnects;           ///< how often the receiver had lost the stream in the middle
  Counter retargets;            ///< how often the stream went over to another receiver or address
  Counter retargeted_at_ns;     ///< when it did so last, by the clock of the session
  Counter answered_at_ns;       ///< when the last answer came, likewise; 0 before the first one
  Counter receiver_state;       ///< see state()
  Counter last_ack;             ///< of the last answer: see AckSummary
  Counter receiver_latency_us;  ///< as the receiver tells it, 0 unknown
  Counter round_trip_ns;        ///< from the last answered request to its answer

  Counter correction;  ///< see correction_ppb()

  ReceiverState state() const noexcept { return static_cast<ReceiverState>(receiver_state.value()); }

  /// How much faster than by its own clock the session sends to follow the receiver, in billionths.
  std::int64_t correction_ppb() const noexcept { return static_cast<std::int64_t>(correction.value()); }

  /// One bucket of the packet-offset histogram.
  static constexpr std::int64_t kLateNs = 100'000;
};

/// The receiver's last answer, packed into one counter so that its parts belong together.
struct AckSummary {
  wire::AckResult result{};
  std::uint16_t input_events = 0;
  std::uint16_t pipeline_events = 0;
  std::uint8_t status = 0;
  std::uint8_t link_quality = 0;  ///< 0 unknown, 1 very poor .. 255 excellent

  constexpr std::uint64_t pack() const noexcept {
    return std::uint64_t{static_cast<std::uint8_t>(result)} << 48 | std::uint64_t{input_events} << 32 |
           std::uint64_t{pipeline_events} << 16 | std::uint64_t{status} << 8 | link_quality;
  }
  static constexpr AckSummary unpack(std::uint64_t bits) noexcept {
    return {static_cast<wire::AckResult>(bits >> 48 & 0xFF), static_cast<std::uint16_t>(bits >> 32 & 0xFFFF),
            static_cast<std::uint16_t>(bits >> 16 & 0xFFFF), static_cast<std::uint8_t>(bits >> 8 & 0xFF),
            static_cast<std::uint8_t>(bits & 0xFF)};
  }
};

}  // namespace idn::stream
