// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "idn/bounded_event_log.hpp"
#include "idn/capture/capture_position.hpp"
#include "idn/wire/acknowledge.hpp"
#include "idn_parser/measure/event_counts.hpp"
#include "idn_parser/measure/time_series.hpp"

namespace idn::parser {

/// An acknowledge that tells of something.
struct AcknowledgedEvents {
  capture::CapturePosition at;
  wire::AckResult result{};
  std::uint16_t input_events = 0;
  std::uint16_t pipeline_events = 0;
};

/// Smallest, largest and mean of a field; values of 0 mean "unknown" on the wire and are left out.
struct FieldRange {
  std::uint64_t values = 0;
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  double mean = 0;

  void add(std::uint32_t value) noexcept;
};

struct LatencyPercentiles {
  Duration min{};
  Duration p50{};
  Duration p99{};
  Duration max{};
};

struct AcknowledgeFacts {
  std::uint64_t requests = 0;    ///< with a number of their own
  std::uint64_t answered = 0;    ///< requests whose answer is in the capture
  std::uint64_t unasked = 0;     ///< acknowledges without such a request
  std::uint64_t unreadable = 0;  ///< of a form that is not known, or cut by the capture
  std::uint64_t refusals = 0;
  std::optional<LatencyPercentiles> latency{};  ///< from request to answer, where the capture was taken
  TimeSeries latency_over_time{};
  FieldRange link_quality{};   ///< 1 very poor .. 255 excellent
  FieldRange latency_field{};  ///< us from arrival to output, as the receiver says
  EventCounts input_events{};
  EventCounts pipeline_events{};
  BoundedEventLog<AcknowledgedEvents> events{};
};

/// Requests for acknowledges and the answers of the receiver, which carry the sequence number of the request.
/// Keeps 8 octets per answer.
class Acknowledges {
 public:
  static constexpr std::size_t kMostWaiting = 64;  ///< the oldest request gives way

  void asked(std::uint16_t sequence, Duration time) noexcept;
  /// @param payload behind the packet header
  void answered(std::uint16_t sequence, ConstBytes payload, const capture::CapturePosition& at);

  AcknowledgeFacts facts() const;
  /// Those so far, without what is computed at the end.
  const AcknowledgeFacts& counts() const noexcept { return facts_; }

 private:
  struct Request {
    std::uint16_t sequence = 0;
    bool is_waiting = false;
    Duration time{};
  };

  void note_latency(std::uint16_t sequence, Duration time);

  std::array<Request, kMostWaiting> requests_{};
  std::size_t next_ = 0;
  std::vector<Duration> latencies_;
  AcknowledgeFacts facts_;
};

}  // namespace idn::parser
