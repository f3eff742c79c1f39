// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "idn/analysis/offset_histogram.hpp"
#include "idn/analysis/offset_recorder.hpp"
#include "idn/analysis/stream_metrics.hpp"
#include "idn_parser/table/traffic.hpp"

/// Everything that is known of a capture, as plain values. The renderers (text, JSON, HTML) read this and
/// nothing else, so that all of them tell the same.
namespace idn::parser {

struct CaptureFacts {
  std::string file{};
  std::string link_name{};
  std::uint64_t packets = 0;
  std::optional<Duration> first_time{};  ///< since 1970; nothing without packets
  Duration span{};                       ///< between the earliest and the latest packet
  std::uint64_t shortened = 0;           ///< packets of which the capture holds only the first octets
  std::uint64_t untimed = 0;             ///< left out: their time is none
  std::uint64_t bad_headers = 0;         ///< IP or UDP headers that contradict each other or the length
  std::uint64_t cut_headers = 0;         ///< the capture ends before the UDP header does
  std::uint64_t later_fragments = 0;     ///< of IP, any UDP port
  std::string damage{};                  ///< why the file could not be read to its end; empty when it could
};

struct TrafficFacts {
  std::uint16_t port = 0;
  std::uint64_t datagrams = 0;
  std::uint64_t too_short = 0;
  std::uint64_t unsorted = 0;
  Traffic::Commands commands{};
};

struct ConnectionFacts {
  ConnectionKey key;
  ConnectionCounts counts;
  std::optional<FirstFault> first_fault{};
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
  analysis::OffsetHistogram histogram{};

  bool has_samples() const noexcept { return summary.datagrams > 0; }
  bool has_display_time() const noexcept { return summary.display.count() > 0; }
  /// Mean of all chunks; nothing unless every sample is known.
  std::optional<double> samples_per_second() const noexcept;
};

struct Report {
  CaptureFacts capture;
  TrafficFacts traffic;
  std::vector<ConnectionFacts> connections{};
  std::vector<StreamFacts> streams{};   ///< by connection and channel
  std::vector<std::string> findings{};  ///< what is not as it should be; a sentence fragment each
};

}  // namespace idn::parser
