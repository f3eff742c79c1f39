// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/recording.hpp"

namespace idn::viewer {

/// What instruments show of a stream at a moment: that which arrived during a while before.
struct Recent {
  analysis::StreamMetrics metrics;  ///< of the datagrams that carry samples
  Duration span{};                  ///< that is looked at; shorter where the stream is younger
  bool is_of_frames = false;        ///< its timing is that of frames, not of wave datagrams
  std::uint64_t datagrams = 0;
  std::uint64_t octets = 0;
  std::uint64_t lost = 0;
  std::uint64_t acknowledges_asked = 0;
  std::uint64_t samples = 0;
  std::uint16_t input_events = 0;  ///< all of them together, as acknowledges tell them
  std::uint16_t pipeline_events = 0;
  std::optional<Duration> buffer{};  ///< what an output has yet to show; nothing before the first datagram
};

/// @param at where the picture is; what arrived later is not known yet
Recent recent(const Stream& stream, TimePoint at, Duration span);

/// The datagrams of a stream that arrived within [from, to], oldest first; valid until the stream changes.
struct DatagramRange {
  std::deque<Datagram>::const_iterator first, last;
  auto begin() const { return first; }
  auto end() const { return last; }
};
DatagramRange datagrams_within(const Stream& stream, TimePoint from, TimePoint to);

}  // namespace idn::viewer
