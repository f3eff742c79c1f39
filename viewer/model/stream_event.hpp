// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>

#include "idn/analysis/connection_meter.hpp"
#include "idn/stream/receive/receiver_listener.hpp"
#include "idn/wire/dictionary.hpp"
#include "viewer/model/timeline.hpp"

/// Events of received streams, as values that the receiving thread passes to the drawing one.
namespace idn::viewer {

/// Identifies a stream: a channel of a client at a unit. The same for all sessions that the client opens there.
struct StreamKey {
  stream::SessionKey client;
  Endpoint unit;  ///< the unit to which the client sends
  std::uint8_t channel = 0;

  friend constexpr auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

/// The channel was routed to a service.
struct Routed {
  stream::ChannelRouting routing;
};

/// The layout of the following samples.
struct Configured {
  wire::SampleLayout layout;
};

/// Samples with the time at which an output shows them.
struct Shown {
  std::shared_ptr<const Samples> samples;
  TimePoint begin;
  Duration length{};
  bool is_frame = false;
  bool once = false;
};

/// A datagram of the stream arrived.
struct Arrived {
  std::optional<analysis::SampleDatagram> timing{};  ///< of datagrams with samples
  std::uint64_t further_samples = 0;                 ///< in a further fragment of a frame
  std::uint32_t samples = 0;       ///< that it delivered; those of fragments with the last one
  std::uint32_t late_samples = 0;  ///< not shown, since all of its chunk came too late
  std::uint32_t octets = 0;
  bool carries_samples = false;
  bool asks_acknowledge = false;
  SequenceStep number{};
  analysis::SequenceCounts counts{};  ///< of the connection so far, all channels
  std::uint16_t input_events = 0;     ///< as an acknowledge reports them
  std::uint16_t pipeline_events = 0;  ///< as an acknowledge reports them
};

/// The output went dark on purpose.
struct WentDark {
  DarkReason reason{};
};

struct StreamEvent {
  StreamKey stream;
  TimePoint at;
  std::variant<Routed, Configured, Shown, Arrived, WentDark> what;
};

}  // namespace idn::viewer
