// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// Statistics over the datagrams of a stream that arrived within a span before a position, for the instruments.
struct Recent {
  analysis::StreamMetrics metrics;  ///< of the datagrams that carry samples
  Duration span{};                  ///< the span covered; shorter if the stream is younger
  bool is_of_frames = false;        ///< offsets are those between frames, not between wave datagrams
  std::uint64_t datagrams = 0;
  std::uint64_t octets = 0;
  std::uint64_t lost = 0;
  std::uint64_t acknowledges_asked = 0;
  std::uint64_t samples = 0;
  std::uint16_t input_events = 0;     ///< all bits reported by acknowledges, OR-ed
  std::uint16_t pipeline_events = 0;  ///< likewise
  /// Display time queued in the output; empty if no datagram arrived in the span.
  std::optional<Duration> buffer{};
};

/// @param at playback position; datagrams that arrived later are ignored
Recent recent(const Stream& stream, TimePoint at, Duration span);

/// The datagrams of a stream that arrived within [from, to], oldest first; valid until the stream changes.
struct DatagramRange {
  std::deque<Datagram>::const_iterator first, last;
  auto begin() const { return first; }
  auto end() const { return last; }
};
DatagramRange datagrams_within(const Stream& stream, TimePoint from, TimePoint to);

}  // namespace idn::viewer
