// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/audio_levels.hpp"
#include "cli/dmx_meter.hpp"
#include "cli/shown.hpp"
#include "cli/skew.hpp"
#include "idn/analysis/metric_table.hpp"
#include "idn/analysis/offset_histogram.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn_parser/finding.hpp"
#include "idn_parser/input/other_ports.hpp"
#include "idn_parser/measure/bursts.hpp"
#include "idn_parser/measure/distribution.hpp"
#include "idn_parser/table/traffic.hpp"

/// All results of the analysis of a capture, as plain values. The renderers (text, JSON, HTML) use nothing
/// else, so their numbers agree.
namespace idn::parser {

struct TrafficFacts {
  std::uint16_t port = 0;
  std::uint64_t datagrams = 0;
  std::uint64_t too_short = 0;           ///< datagrams shorter than a packet header
  std::uint64_t captured_too_short = 0;  ///< the capture cut them before the end of the packet header
  ChecksumCounts checksums{};
  DisguisedMessages disguised{};
  std::uint64_t unsorted = 0;  ///< real-time datagrams of connections beyond Traffic::kMaxConnections
  Traffic::Commands commands{};
};

struct ConnectionFacts {
  ConnectionKey key;
  ConnectionCounts counts;
  std::optional<FirstFault> first_fault{};
  BoundedEventLog<OrderEvent> order_events{};
  AcknowledgeFacts acknowledges{};
  HabitCounts habits{};
  Marks marks{};
  bool ends_closed = false;                   ///< its last packet closes or aborts the session
  std::optional<ReceptionFacts> reception{};  ///< empty for connections beyond Traffic::kMaxReceptions
};

/// The streams to one address together.
struct LinkReport {
  Endpoint server;          ///< its address; the port is 0
  std::size_t streams = 0;  ///< with samples
  std::uint64_t datagrams = 0;
  /// Nothing if the arrivals cannot be compared: several clocks stamped them, or theirs was set.
  std::optional<double> c_inst{};
  std::optional<Micros> ts_df{};
};

struct StreamFacts : analysis::Timing {
  std::size_t connection = 0;  ///< index into Report::connections
  std::uint8_t channel = 0;
  std::string mode{};
  std::optional<std::uint8_t> service_id{};        ///< empty if no configuration was captured
  std::string sample_layout{};                     ///< empty if unknown
  std::optional<std::size_t> octets_per_sample{};  ///< empty if unknown
  std::vector<double> sample_rates{};              ///< of wave chunks, see SampleRates
  StreamCounts counts{};
  analysis::OffsetHistogram histogram{};
  analysis::OffsetHistogram deviation_histogram{};
  BoundedEventLog<analysis::AxisSummary> axes{};
  BoundedEventLog<analysis::Pause> pauses{};
  BoundedEventLog<ClockJump> clock_jumps{};
  std::vector<DistributionPoint> distribution{};  ///< of the absolute deviations
  analysis::DeviationRecorder all_deviations{};   ///< empty without AnalysisOptions::keep_deviations
  TimeSeries offsets_over_time{};
  std::optional<OverTimeFacts> over_time{};  ///< lateness and errors; with AnalysisOptions::record_over_time
  std::optional<FrameFacts> frames{};        ///< of frame streams; empty if there are fewer than two frames
  MediaGapFacts media_gaps{};
  BoundedEventLog<ConfigurationGap> configuration_gaps{};
  std::chrono::microseconds largest_configuration_gap{};
  AheadFacts ahead{};  ///< messages sent before the time in their timestamp
  BurstFacts bursts{};
  bool is_little_endian = false;                      ///< coordinates are probably in little endian
  std::string_view odd_coordinates{};                 ///< what else is odd about them; empty: nothing
  Refusals refusals{};                                ///< by the simulated receiver
  EventCounts pipeline_events{};                      ///< that the simulated receiver would have reported
  std::optional<cli::AudioLevels> audio{};            ///< of audio streams
  std::optional<cli::DmxMeter> dmx{};                 ///< of DMX512 and effects, by the simulated receiver
  std::optional<PlaybackFacts> playback{};            ///< of wave streams, with --buffer
  std::optional<cli::ShownFacts> shown{};             ///< of laser streams whose connection has a reception
  std::optional<std::vector<WindowFacts>> windows{};  ///< with --window
  std::shared_ptr<const DatagramRows> datagrams{};    ///< null without AnalysisOptions::keep_datagrams

  bool has_samples() const noexcept { return summary.datagrams > 0; }
};

struct Report {
  capture::CaptureInfo capture;
  std::uint64_t sorted_packets = 0;  ///< packets moved in front of others, see TimeOrder
  OtherPorts::Counts other_ports{};  ///< other ports to which IDN-like datagrams were sent
  TrafficFacts traffic;
  std::vector<ConnectionFacts> connections{};
  std::vector<StreamFacts> streams{};  ///< by connection and channel
  Traffic::ServiceMaps service_maps{};
  std::vector<LinkReport> links{};  ///< by address, those with samples
  /// Of all laser streams; nothing if several clocks stamped the arrivals, or theirs was set.
  std::optional<cli::SkewFacts> skew{};
  std::vector<ClockJump> clock_jumps{};  ///< steps of the capturing clock, those of all streams together
  Findings findings{};
  std::optional<cli::Shown> shown{};    ///< the worst of all streams; empty: no stream was judged
  std::optional<std::size_t> limits{};  ///< how many limits were checked; empty without --limits
};

}  // namespace idn::parser
