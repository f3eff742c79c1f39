// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "idn/wire/acknowledge.hpp"

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
  Counter reanchors;  ///< stalls beyond the catch-up limit; each leaves a gap in the timeline
  Counter acks_requested;
  Counter acks_received;
  Counter last_ack;  ///< result, then the two event words: see AckSummary

  /// One bucket of the packet-offset histogram.
  static constexpr std::int64_t kLateNs = 100'000;
};

/// The receiver's last answer, packed into one counter so that its parts belong together.
struct AckSummary {
  wire::AckResult result{};
  std::uint16_t input_events = 0;
  std::uint16_t pipeline_events = 0;

  constexpr std::uint64_t pack() const noexcept {
    return std::uint64_t{static_cast<std::uint8_t>(result)} << 32 | std::uint64_t{input_events} << 16 |
           pipeline_events;
  }
  static constexpr AckSummary unpack(std::uint64_t bits) noexcept {
    return {static_cast<wire::AckResult>(bits >> 32 & 0xFF), static_cast<std::uint16_t>(bits >> 16 & 0xFFFF),
            static_cast<std::uint16_t>(bits & 0xFFFF)};
  }
};

}  // namespace idn::stream
