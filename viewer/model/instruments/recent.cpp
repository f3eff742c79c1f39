// SPDX-License-Identifier: MIT
#include "viewer/model/instruments/recent.hpp"

#include <algorithm>

namespace idn::viewer {

DatagramRange datagrams_within(const Stream& stream, TimePoint from, TimePoint to) {
  const auto& all = stream.datagrams;
  return {std::ranges::lower_bound(all, from, {}, &Datagram::arrival),
          std::ranges::upper_bound(all, to, {}, &Datagram::arrival)};
}

Recent recent(const Stream& stream, TimePoint at, Duration span) {
  Recent found;
  const auto range = datagrams_within(stream, at - span, at);
  for (const Datagram& datagram : range) {
    ++found.datagrams;
    found.octets += datagram.facts.octets;
    found.samples += datagram.facts.samples;
    found.acknowledges_asked += datagram.facts.asks_acknowledge ? 1 : 0;
    found.input_events |= datagram.facts.input_events;
    found.pipeline_events |= datagram.facts.pipeline_events;
    found.metrics.add_samples(datagram.facts.further_samples);
    if (!datagram.facts.timing) continue;
    found.is_of_frames = datagram.facts.timing->is_frame;
    found.metrics.add(*datagram.facts.timing);
  }
  if (found.datagrams == 0) return found;
  const Datagram& last = *std::prev(range.last);
  const std::uint64_t lost = last.facts.counts.lost;
  const std::uint64_t lost_before =
      range.first == stream.datagrams.begin() ? 0 : std::prev(range.first)->facts.counts.lost;
  found.lost = lost - std::min(lost, lost_before);
  found.buffer = std::max(last.buffer - (at - last.arrival), Duration{});
  found.span = std::min(span, at - stream.datagrams.front().arrival);
  return found;
}

}  // namespace idn::viewer
