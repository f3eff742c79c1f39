// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/time.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"
#include "idn/wire/sample_codec.hpp"

namespace idn::stream {

/// Destination and sample format of a channel.
struct ChannelDestination {
  wire::ServiceMode mode = wire::ServiceMode::GraphicContinuous;  ///< what the channel carries
  wire::SampleCodec format = wire::kUsualFormat;                  ///< what each octet of a sample means
  std::uint8_t service_id = 0;                                    ///< 0: the unit's default laser projector
  std::uint8_t channel = 0;                                       ///< 0..63
  std::uint8_t client_group = 0;                                  ///< 0..15
  std::uint16_t first_sequence = 0;                               ///< arbitrary
};

/// Writes the packets of one channel that is alone in its session: headers, sequence numbers, and the
/// configuration whenever a receiver may need it (sections 1.8.4 and 2.4).
/// Threads: one owner. Real-time: all but construction (no heap, lock, log).
class ChannelWriter {
 public:
  /// For this time every datagram carries the configuration, then it is repeated (section 2.4, rule 6): a
  /// receiver in the field drops its decoder right after the first chunk and stays dark until the next
  /// configuration.
  static constexpr std::int64_t kOpeningConfigUs = 20'000;
  /// Period at which the channel configuration is repeated.
  static constexpr std::int64_t kConfigPeriodUs = 200'000;

  /// `max_data`: the most octets behind the configuration of one message.
  ChannelWriter(const ChannelDestination& setup, std::size_t max_data);

  /// Octets of a datagram before its data.
  static std::size_t overhead(const wire::SampleCodec& format, bool with_configuration) noexcept;
  /// Whether the message with that timestamp must carry the configuration.
  bool configuration_is_due(std::int64_t timestamp_us) const noexcept;

  /// Starts a message with a chunk whose `octets` the caller adds. The chunk's match value is filled in.
  ByteWriter begin_chunk(wire::ChunkType type, std::int64_t timestamp_us, wire::ChunkHeader chunk,
                         std::size_t octets, bool request_acknowledge) noexcept;
  /// The same for a sequel fragment, which has neither configuration nor chunk header.
  ByteWriter begin_sequel(WireMicros timestamp, std::size_t octets, bool last) noexcept;

  /// The message that keeps link, session and output alive, with the configuration when it is due. The views of
  /// these four are valid until the second next packet is begun.
  ConstBytes void_message(std::int64_t timestamp_us, bool request_acknowledge) noexcept;
  /// The datagram that ends the channel; valid until the next call.
  ConstBytes channel_close(std::int64_t timestamp_us) noexcept;
  /// The empty packet that ends the session.
  ConstBytes session_close() noexcept;
  /// The empty packet at which the receiver drops what it holds, and closes (section 1.8.1).
  ConstBytes session_abort() noexcept;

  /// The receiver may have forgotten the channel: the next packets open it anew.
  void reopen() noexcept { opened_ = false; }
  /// With the next configuration the channel leads to another service: to be called ahead of reopen().
  void change_service(std::uint8_t service) noexcept { setup_.service_id = service; }

  /// Sequence number of the last packet.
  std::uint16_t last_sequence() const noexcept { return static_cast<std::uint16_t>(sequence_ - 1); }

 private:
  ByteWriter begin_packet(wire::Command command) noexcept;
  ByteWriter begin(wire::ChunkType type, std::int64_t timestamp_us, std::size_t data,
                   bool request_acknowledge) noexcept;

  ChannelDestination setup_;
  /// Used alternately: a datagram that is sent at the end of a wake-up must stay valid while the next one is
  /// made.
  std::array<std::vector<std::byte>, 2> datagrams_;
  std::int64_t opened_us_ = 0;
  std::int64_t configured_us_ = 0;
  bool opened_ = false;
  std::uint16_t sequence_;
};

}  // namespace idn::stream
