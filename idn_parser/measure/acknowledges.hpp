// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "idn/capture/datagram_reader.hpp"
#include "idn/statistics.hpp"
#include "idn/wire/acknowledge.hpp"
#include "idn_parser/measure/event_counts.hpp"
#include "idn_parser/measure/time_series.hpp"

namespace idn::parser {

/// An acknowledge that reports an event or a result other than success.
struct AcknowledgedEvents {
  capture::CapturePosition at;
  wire::AckResult result{};
  std::uint16_t input_events = 0;
  std::uint16_t pipeline_events = 0;
};

/// Minimum, maximum and mean of a field of acknowledges. On the wire 0 means "unknown" and is not counted.
struct FieldRange {
  std::uint64_t values = 0;  ///< how many
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  double mean = 0;

  void add(std::uint32_t value) noexcept;
};

/// Empty percentiles need more values.
struct LatencyPercentiles {
  Duration min{};
  std::optional<Duration> p50{};
  std::optional<Duration> p99{};
  Duration max{};
};

struct AcknowledgeFacts {
  std::uint64_t requests = 0;    ///< packets that request an acknowledge, without duplicates
  std::uint64_t answered = 0;    ///< requests whose answer is in the capture
  std::uint64_t untimed = 0;     ///< of these, those stamped by another clock than their request: no latency
  std::uint64_t unasked = 0;     ///< acknowledges whose request is not known, or was already answered
  std::uint64_t unreadable = 0;  ///< acknowledges of unknown format, or cut off by the capture
  std::uint64_t refusals = 0;    ///< acknowledges whose result is a failure
  std::optional<LatencyPercentiles> latency{};  ///< from request to answer, by the time stamps of the capture
  TimeSeries latency_over_time{};
  FieldRange link_quality{};   ///< 1 very poor .. 255 excellent
  FieldRange latency_field{};  ///< latency from arrival to output that the receiver reports, us
  EventCounts input_events{};
  EventCounts pipeline_events{};
  BoundedEventLog<AcknowledgedEvents> events{};
};

/// Matches acknowledges to their requests by the sequence number, which an acknowledge repeats, and counts what
/// they report. Two clocks are never compared: an answer has a latency where a copy of its request was stamped
/// by the same clock. Memory: 8 octets per answer, and 65536 requests and early answers at most.
class Acknowledges {
 public:
  void asked(std::uint16_t sequence, const capture::CapturePosition& at);
  /// Call for a copy of a request, as a second interface captures one.
  void asked_again(std::uint16_t sequence, const capture::CapturePosition& at);
  /// @param payload the octets after the packet header
  void answered(std::uint16_t sequence, ConstBytes payload, const capture::CapturePosition& at);

  AcknowledgeFacts facts() const;
  /// The counts so far; without `latency`, which facts() computes.
  const AcknowledgeFacts& counts() const noexcept { return facts_; }

 private:
  struct Request {
    capture::CapturePosition first;
    std::optional<capture::CapturePosition> copy{};  ///< stamped by another clock
  };

  /// An answer whose request did not come yet: another clock may have stamped it too early.
  struct EarlyAnswer {
    capture::CapturePosition at;
    std::uint64_t requests = 0;  ///< before it
  };

  void match(std::uint16_t sequence, const capture::CapturePosition& answer);
  bool belongs(const EarlyAnswer& answer, const capture::CapturePosition& request) const noexcept;

  std::unordered_map<std::uint16_t, Request> waiting_;
  std::set<std::uint16_t> repeated_;  ///< requests that came again, whose further answer did not
  std::unordered_map<std::uint16_t, EarlyAnswer> early_;
  std::vector<Duration> latencies_;
  AcknowledgeFacts facts_;
};

}  // namespace idn::parser
