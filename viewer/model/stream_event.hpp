// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>

#include "idn/analysis/sequence_statistics.hpp"
#include "idn/analysis/stream_metrics.hpp"
#include "idn/stream/receiver_listener.hpp"
#include "idn/wire/dictionary.hpp"
#include "viewer/model/timeline.hpp"

/// What becomes of streams that reach a unit, as values that cross from the receiving thread to the picture.
namespace idn::viewer {

/// One tile: a channel of a client, whatever becomes of its sessions.
struct StreamKey {
  stream::SessionKey client;
  Endpoint unit;  ///< whom the client talks to
  std::uint8_t channel = 0;

  friend constexpr auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

struct Routed {
  stream::ChannelRouting routing;
};

/// The layout of the samples to come.
struct Configured {
  wire::SampleLayout layout;
};

/// Samples that an output shows.
struct Shown {
  std::shared_ptr<const Samples> samples;
  TimePoint begin;
  Duration length{};
  bool is_frame = false;
  bool once = false;
};

/// A datagram of the stream arrived.
struct Arrived {
  std::optional<analysis::SampleDatagram>
      timing{};  ///< of those that carry samples and a time; placed when recorded
  std::uint32_t samples = 0;
  std::uint32_t octets = 0;
  bool carries_samples = false;
  bool asks_acknowledge = false;
  analysis::SequenceUpdate number{};
  analysis::Interruptions interruptions{};  ///< of the connection
  analysis::SequenceCounts counts{};        ///< of the connection until now, all channels
  std::uint16_t input_events = 0;           ///< as an acknowledge tells them
  std::uint16_t pipeline_events = 0;        ///< as an acknowledge tells them
};

struct WentDark {
  DarkReason reason{};
};

struct StreamEvent {
  StreamKey stream;
  TimePoint at;
  std::variant<Routed, Configured, Shown, Arrived, WentDark> what;
};

}  // namespace idn::viewer
