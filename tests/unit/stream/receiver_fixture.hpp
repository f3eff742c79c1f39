// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn/stream/receive/receiver.hpp"
#include "idn/wire/acknowledge.hpp"
#include "idn/wire/sample_codec.hpp"

/// A receiver with a listener that stores all events, and functions that build packets for it.
namespace idn::test {

using Bytes = std::vector<std::byte>;

inline constexpr TimePoint kStart{std::chrono::seconds(1000)};
inline const Endpoint kClient = Endpoint::ipv4(0xC0A8010A, 40000);  // 192.168.1.10

/// A channel message; its size field is computed from the content.
struct Message {
  std::uint8_t channel = 0;
  wire::ChunkType type = wire::ChunkType::Void;
  std::uint32_t timestamp = 0;
  std::optional<wire::ChannelConfig> config = std::nullopt;
  Bytes data = {};
  bool last_fragment = false;
};

Bytes encode(const Message& message);
Bytes packet(wire::Command command, std::uint16_t sequence, const Bytes& payload = {}, std::uint8_t group = 0);

/// A routing configuration with the xyrgb dictionary of 7 octets per sample, match value 1.
wire::ChannelConfig routing(wire::ServiceMode mode, std::uint8_t service_id = 0);
inline constexpr wire::ChannelConfig kClosing{.close = true};

/// Chunk header and `count` xyrgb samples; sample i has x = i.
Bytes chunk(std::size_t count, std::uint32_t duration_us, bool once = false, std::uint8_t config_match = 1);

Message wave(std::uint32_t timestamp, std::size_t count = 20, std::uint32_t duration_us = 1000);
Message opening_wave(std::uint32_t timestamp, std::uint8_t service_id = 0);
Message frame(std::uint32_t timestamp, std::size_t count = 5, std::uint32_t duration_us = 4000);
Message opening_frame(std::uint32_t timestamp, std::uint8_t service_id = 0);

/// Stores one line per event, and the samples of each chunk.
class Journal : public stream::ReceiverListener {
 public:
  struct Chunk {
    stream::ChannelId id;
    stream::SampleChunk chunk;  ///< its view is no longer valid
    std::vector<LaserSample> samples;
  };

  std::vector<std::string> lines;  ///< "open 1", "route 1/0 service 1", "dark 1/0 aborted at 1000 ms" ...
  std::vector<Chunk> chunks;
  /// Likewise, for octets and levels, and for audio with interleaved values.
  struct Octets {
    stream::DmxChunk chunk;
    Bytes octets;
  };
  struct Levels {
    stream::ChannelId id;
    wire::ServiceMode mode;
    TimePoint playout;
    wire::DmxLevels levels;
  };
  struct Audio {
    std::int64_t media_us;
    std::uint32_t duration_us;
    stream::WavePlacement placement;
    std::size_t channels;
    std::vector<std::int32_t> values;
  };
  std::vector<Octets> octets;
  std::vector<Levels> levels;
  std::vector<Audio> audio;
  std::vector<stream::DatagramReport> packets;  ///< real-time ones, without their messages and contents
  std::vector<std::uint16_t> unreadable;        ///< sequence numbers of packets whose payload is not a message

  /// Returns the lines so far, and clears them.
  std::vector<std::string> take();

  void on_datagram(const stream::DatagramReport&) override;
  void on_dark(const stream::ChannelId&, stream::EndReason, Instant) override;
  void on_channel_closed(const stream::ChannelId&, stream::EndReason, TimePoint) override;
  void on_session_closed(const stream::SessionId&, stream::EndReason, TimePoint) override;

 private:
  void keep_content(const stream::DatagramReport& report);
};

/// Two laser services (1 is default), a DMX512 service 5 and an audio service 9. The outputs have no buffer, so
/// that packets may arrive at any pace.
stream::ReceiverConfig example_config();
/// The same with outputs that buffer, as receivers have by default.
stream::ReceiverConfig buffering_config();

struct ReceiverFixture {
  explicit ReceiverFixture(stream::ReceiverConfig config = example_config())
      : receiver(std::move(config), journal) {}

  /// Passes one datagram to the receiver. @return its answer, empty if there is none
  Bytes feed(const Bytes& datagram, const Endpoint& from = kClient);

  /// Sends with the next sequence number and an acknowledge request; the test fails if there is no answer.
  wire::Acknowledge ask(const Message& message, wire::Command command = wire::Command::RtMessageAckRequest);
  wire::Acknowledge ask_empty(wire::Command command = wire::Command::RtMessageAckRequest);
  /// Sends without acknowledge request; the test fails if there is an answer.
  void tell(const Message& message, wire::Command command = wire::Command::RtMessage);
  void tell_empty(wire::Command command);

  /// Passes on a datagram with its own sequence number, with an acknowledge request added to its command.
  wire::Acknowledge ask_raw(Bytes datagram, const Endpoint& from = kClient);

  void advance(Duration time) { now += time; }

  Journal journal;
  stream::Receiver receiver;
  TimePoint now = kStart;
  std::uint16_t next_sequence = 100;
  std::uint8_t group = 0;
  Endpoint source = kClient;
};

}  // namespace idn::test
