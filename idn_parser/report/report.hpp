// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/analysis/deviation_recorder.hpp"
#include "idn/analysis/offset_histogram.hpp"
#include "idn/analysis/stream_metrics.hpp"
#include "idn/capture/capture_info.hpp"
#include "idn_parser/finding.hpp"
#include "idn_parser/input/other_ports.hpp"
#include "idn_parser/measure/bursts.hpp"
#include "idn_parser/measure/distribution.hpp"
#include "idn_parser/table/traffic.hpp"

/// Everything that is known of a capture, as plain values. The renderers (text, JSON, HTML) read this and
/// nothing else, so that all of them tell the same.
namespace idn::parser {

struct TrafficFacts {
  std::uint16_t port = 0;
  std::uint64_t datagrams = 0;
  std::uint64_t too_short = 0;
  std::uint64_t captured_too_short = 0;  ///< the capture does not reach to the end of the packet header
  std::uint64_t unsorted = 0;
  Traffic::Commands commands{};
};

struct ConnectionFacts {
  ConnectionKey key;
  ConnectionCounts counts;
  std::optional<FirstFault> first_fault{};
  BoundedEventLog<OrderEvent> order_events{};
  AcknowledgeFacts acknowledges{};
  std::optional<ReceptionFacts> reception{};  ///< nothing for connections beyond Traffic::kMaxReceptions
};

struct StreamFacts {
  std::size_t connection = 0;  ///< index into Report::connections
  std::uint8_t channel = 0;
  std::string mode{};
  std::optional<std::uint8_t> service_id{};        ///< nothing where no configuration was seen
  std::string sample_layout{};                     ///< empty where it is unknown
  std::optional<std::size_t> octets_per_sample{};  ///< nothing where it is unknown
  StreamCounts counts{};
  analysis::StreamSummary summary{};
  std::optional<analysis::DeviationPercentiles> deviations{};  ///< nothing where `summary.target` is none
  std::optional<analysis::RateError> rate_error{};             ///< nothing where there is too little to tell
  analysis::OffsetHistogram histogram{};
  analysis::OffsetHistogram deviation_histogram{};
  BoundedEventLog<analysis::AxisSummary> axes{};
  BoundedEventLog<analysis::Pause> pauses{};
  BoundedEventLog<ClockJump> clock_jumps{};
  std::vector<DistributionPoint> distribution{};  ///< of the deviations; empty where there are none
  analysis::DeviationRecorder all_deviations{};   ///< empty unless they were to be kept
  TimeSeries offsets_over_time{};
  std::optional<OverTimeFacts> over_time{};  ///< where it is asked for
  std::optional<FrameFacts> frames{};        ///< nothing before two frames
  MediaGapFacts media_gaps{};
  BoundedEventLog<ConfigurationGap> configuration_gaps{};
  std::chrono::microseconds largest_configuration_gap{};
  AheadFacts ahead{};
  BurstFacts bursts{};
  EventCounts pipeline_events{};                      ///< that a receiver would have told
  std::optional<PlaybackFacts> playback{};            ///< of wave streams, where a buffer is asked for
  std::optional<std::vector<WindowFacts>> windows{};  ///< where they are asked for
  std::shared_ptr<const DatagramRows> datagrams{};    ///< null unless they were to be kept

  /// How many offsets are compared with the expected one.
  std::uint64_t judged_offsets() const noexcept { return deviation_histogram.total(); }
  bool has_samples() const noexcept { return summary.datagrams > 0; }
  /// Whether it is known how far apart datagrams should be.
  bool has_expected_offset() const noexcept { return summary.expected > analysis::Micros::zero(); }
  /// Mean of all chunks; nothing unless every sample is known.
  std::optional<double> samples_per_second() const noexcept;
};

struct Report {
  capture::CaptureInfo capture;
  std::uint64_t sorted_packets = 0;  ///< that were moved in front of others, see TimeOrder
  OtherPorts::Counts other_ports{};  ///< where datagrams that look like IDN went instead
  TrafficFacts traffic;
  std::vector<ConnectionFacts> connections{};
  std::vector<StreamFacts> streams{};    ///< by connection and channel
  std::vector<ClockJump> clock_jumps{};  ///< of the capture
  Findings findings{};                   ///< what is not as it should be
  std::optional<std::size_t> limits{};   ///< how many were checked; nothing where none were asked for
};

}  // namespace idn::parser
