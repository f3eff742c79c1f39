// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "idn/arrival_order.hpp"
#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/sample.hpp"
#include "idn/stream/playout/playout.hpp"
#include "idn/time.hpp"
#include "idn/wire/acknowledge.hpp"
#include "idn/wire/audio.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/dmx.hpp"

/// What a receiver reports about the streams that it receives.
namespace idn::stream {

/// One socket may hold several connections, one per client group.
struct SessionKey {
  Endpoint source;                ///< address and port of the client
  std::uint8_t client_group = 0;  ///< 0 to 15

  friend constexpr auto operator<=>(const SessionKey&, const SessionKey&) = default;
};

/// A session; the serial number, from 1 upwards, distinguishes it from earlier ones of the same client.
struct SessionId {
  SessionKey key;            ///< of the client
  std::uint64_t serial = 0;  ///< from 1 upwards
  /// From 0, below ReceiverConfig::max_sessions, the lowest first: for tables with an entry for each session.
  /// The next session may get it as soon as this one is closed.
  std::size_t slot = 0;

  friend constexpr auto operator<=>(const SessionId&, const SessionId&) = default;
};

/// A channel of a session.
struct ChannelId {
  SessionId session;         ///< that it belongs to
  std::uint8_t channel = 0;  ///< 0..63

  /// Like that of the session, with room for its 64 channels.
  constexpr std::size_t slot() const noexcept { return session.slot * 64 + channel; }

  friend constexpr auto operator<=>(const ChannelId&, const ChannelId&) = default;
};

/// Why a channel ended.
enum class EndReason : std::uint8_t {
  Closed,             ///< by the client, in good order
  Aborted,            ///< by the client, at once
  LinkTimeout,        ///< no packet for a while
  SessionTimeout,     ///< packets, but no message for a while
  Rerouted,           ///< the channel now serves another service or mode
  GroupExcluded,      ///< the unit does not admit this client group any more
  ConfigurationLost,  ///< samples of another configuration than the stored one, or an unusable one
};

/// Text for users: "closed", "aborted", "link time-out" ...
IDN_EXPORT std::string_view to_string(EndReason reason) noexcept;

/// Outcome of a routing request; in all but the first case the channel is open and muted.
enum class RoutingOutcome : std::uint8_t {
  Routed,          ///< the channel has the service
  ServiceUnknown,  ///< there is none of that ID, or it does not play the mode
  ServiceBusy,     ///< another channel has it
};

/// Text for users: "routed", "no such service", "the service is in use".
IDN_EXPORT std::string_view to_string(RoutingOutcome outcome) noexcept;

/// What a channel is connected to.
struct ChannelRouting {
  RoutingOutcome outcome = RoutingOutcome::Routed;   ///< result of the request
  std::uint8_t service_id = 0;                       ///< the service that was found, 0 when there is none
  wire::ServiceMode mode = wire::ServiceMode::Void;  ///< what the channel carries
  std::uint8_t requested_service_id = 0;             ///< 0: the default one for the mode

  /// The service that was found, else the one asked for: 0 where there is no default one either.
  constexpr std::uint8_t asked_service_id() const noexcept {
    return service_id != 0 ? service_id : requested_service_id;
  }
};

/// How a chunk joins the one before.
enum class ChunkContinuity : std::uint8_t {
  Start,    ///< the first chunk
  Exact,    ///< follows the previous chunk, give or take the rounding of microseconds
  Gap,      ///< begins later: dark for the time between
  Overlap,  ///< begins before the previous chunk ends: not to be shown
  Restart,  ///< the sender began a new time axis
  Late,     ///< arrived after a later chunk, but belongs before it
};

/// How a chunk relates to the chunks before it.
struct WavePlacement {
  ChunkContinuity continuity = ChunkContinuity::Start;  ///< how it joins the one before
  std::int64_t gap_us = 0;                              ///< announced begin minus end of the previous chunk

  /// Whether it is shown: overlapping chunks are not.
  constexpr bool is_shown() const noexcept { return continuity != ChunkContinuity::Overlap; }
  /// Whether the beam may jump between the previous chunk and this one.
  constexpr bool is_discontinuous() const noexcept {
    return continuity == ChunkContinuity::Gap || continuity == ChunkContinuity::Overlap ||
           continuity == ChunkContinuity::Restart;
  }
};

/// Decoded samples of one wave chunk or one complete frame.
struct SampleChunk {
  TimePoint arrival;  ///< of the datagram that completed it
  TimePoint playout;  ///< of the first sample, as estimated; before `arrival` when part of a wave came too late
  wire::ServiceMode mode = wire::ServiceMode::GraphicContinuous;  ///< what the channel carries
  std::int64_t media_us = 0;               ///< the sender's time of the first sample, without wrap
  std::uint32_t duration_us = 0;           ///< of all samples; of a frame's segments
  bool once = false;                       ///< frames: draw one time only
  WavePlacement placement{};               ///< waves
  std::span<const LaserSample> samples{};  ///< valid during the call; empty for the empty frame
};

/// Samples of one audio chunk.
struct AudioChunk {
  TimePoint arrival;                       ///< of the datagram
  TimePoint playout;                       ///< as of SampleChunk
  std::int64_t media_us = 0;               ///< the sender's time of the first sample, without wrap
  std::uint32_t duration_us = 0;           ///< of all samples
  WavePlacement placement{};               ///< how it joins the chunk before
  const wire::AudioLayout& layout;         ///< valid during the call
  std::span<const std::int32_t> values{};  ///< full 32-bit scale, channels interleaved; valid during the call
};

/// Octets of a DMX512 packet, start code first: a segment of the line, or a whole packet in discrete modes.
struct DmxChunk {
  TimePoint arrival;                                             ///< of the datagram
  TimePoint playout;                                             ///< as of SampleChunk
  wire::ServiceMode mode = wire::ServiceMode::Dmx512Continuous;  ///< what the channel carries
  std::int64_t media_us = 0;                                     ///< the sender's time, without wrap
  std::uint8_t sequence = 0;                                     ///< of the packet
  std::uint16_t offset = 0;    ///< of the first octet within the packet; 0: the octet is the start code
  bool is_last = false;        ///< completes the packet
  bool is_continuous = false;  ///< nothing is missing since the chunk before; false for the first one
  ConstBytes octets{};         ///< valid during the call
};

/// All levels of a channel that sends dimmer levels. They hold until the next ones.
struct DmxLevelChunk {
  TimePoint arrival;                                           ///< of the datagram
  TimePoint playout;                                           ///< not before `arrival`
  wire::ServiceMode mode = wire::ServiceMode::Dmx512Discrete;  ///< what the channel carries
  std::int64_t media_us = 0;                                   ///< the sender's time, without wrap
  const wire::DmxLevels& levels;                               ///< valid during the call
};

/// When an output shows a chunk or a complete frame, also one that arrived too late to be shown.
struct PlayoutReport {
  TimePoint arrival{};           ///< of the last datagram
  std::int64_t media_us = 0;     ///< the sender's time of the first sample, without wrap
  std::int64_t duration_us = 0;  ///< of all samples
  bool is_late = false;          ///< it came after a later datagram
  /// False: the receiver dropped it before the output, since it is late or overlaps the chunk before. The
  /// fields below are not set then.
  bool is_placed = true;
  TimePoint begin{};   ///< of the first sample; before `arrival` when its beginning came too late
  TimePoint end{};     ///< of the last sample; of a frame: when it is drawn once
  Duration skipped{};  ///< as of PlayoutTime
  Duration slewed{};   ///< as of PlayoutTime
  Timeliness timeliness = Timeliness::OnTime;  ///< of the chunk
  bool overrun = false;  ///< the queue was longer than the output holds, and its oldest part was dropped
};

/// What a datagram of a session is.
enum class DatagramKind : std::uint8_t {
  Realtime,    ///< a packet that the session takes: message, keepalive, close or abort, also if repeated
  Unreadable,  ///< a real-time packet whose payload has an impossible size: it used a number all the same
  Request,     ///< such as a ping, from the client of the session; its number may be one of the session's
  LeftOver,    ///< a real-time packet overtaken by the close or abort of its session: not played, but numbered
};

/// A datagram of a session, and everything that it brought. Views are valid during the call.
struct DatagramReport {
  DatagramKind kind = DatagramKind::Realtime;  ///< only a real-time packet sets what follows `message`
  SessionId session{};                         ///< open now, but for what is left over
  Instant arrival{};                           ///< by both clocks
  wire::PacketHeader header{};                 ///< as it came
  std::size_t octets = 0;                      ///< of the whole datagram
  /// Null if the packet is empty or holds no readable channel message.
  const wire::ChannelMessage* message = nullptr;
  SequenceStep sequence{};     ///< of its number
  bool opens_session = false;  ///< it is the first of the session
  /// Of the message, without wrap, late and repeated ones included; of a sequel: that of the latest other
  /// message.
  std::int64_t media_us = 0;
  bool took_data = false;  ///< valid data: delivered, queued as a fragment, or dropped as outdated
  /// Display time of the chunk or frame that was taken; zero for sequel fragments, as the first counts for all.
  std::uint32_t duration_us = 0;
  std::size_t samples = 0;  ///< delivered, of lasers and audio; those of fragments with the last one
  /// Not delivered since their whole chunk was too late: after its playout time, or in a late datagram that is
  /// dropped.
  std::size_t late_samples = 0;
  std::uint16_t input_events = 0;     ///< bits of wire::input_event
  std::uint16_t pipeline_events = 0;  ///< bits of wire::pipeline_event
  /// Of the request of this message; not for a repeated one of a muted channel, unless it succeeds.
  std::optional<ChannelRouting> routing{};
  std::optional<PlayoutReport> output{};  ///< of its chunk or frame; nothing where the outputs are unknown
  /// What the output gets: a wave chunk or whole frame, an audio chunk, a segment or packet of DMX512, or
  /// levels.
  std::variant<std::monostate, SampleChunk, AudioChunk, DmxChunk, DmxLevelChunk> content{};

  /// Of the message, which must not be null.
  ChannelId channel() const noexcept { return {session, message->header.channel}; }
  /// The samples of a laser; null: none.
  const SampleChunk* laser() const noexcept { return std::get_if<SampleChunk>(&content); }
};

/// Called from within Receiver::on_datagram and on_deadline; must not call back into it. Time-outs before a
/// datagram are reported before it, and what it ends is reported after it. Threads: that of the receiver.
/// Real-time: not required, but the receiver waits until the call returns.
class IDN_EXPORT ReceiverListener {
 public:
  virtual ~ReceiverListener() = default;

  /// Once for each datagram that belongs to a session. The first opens the session.
  virtual void on_datagram(const DatagramReport&) {}
  /// A channel that delivered samples, octets or levels stops doing so, and its output has to go dark or
  /// silent: if it was closed in good order, after everything delivered is played, else at once. With
  /// EndReason::Rerouted it comes before the datagram, whose content is that of the new service.
  virtual void on_dark(const ChannelId&, EndReason, Instant) {}
  /// After everything else of the channel.
  virtual void on_channel_closed(const ChannelId&, EndReason, TimePoint) {}
  /// Comes after the end of every channel of the session.
  virtual void on_session_closed(const SessionId&, EndReason, TimePoint) {}

 protected:
  ReceiverListener() = default;
  ReceiverListener(const ReceiverListener&) = default;
  ReceiverListener& operator=(const ReceiverListener&) = default;
};

}  // namespace idn::stream
