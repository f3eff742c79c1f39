// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "idn/endpoint.hpp"
#include "idn/time.hpp"
#include "idn/wire/channel_message.hpp"
#include "support/capture_builder.hpp"

/// IDN datagrams for captures whose measurements are known.
namespace idn::test {

inline constexpr Endpoint kClient = Endpoint::ipv4(0x0A000001, 50'000);
inline constexpr Endpoint kServer = Endpoint::ipv4(0x0A000002, kIdnPort);
/// Start of all captures, since 1970.
inline constexpr Duration kStart = std::chrono::seconds(1'700'000'000);

/// A packet header and the octets after it.
Octets packet(wire::Command command, std::uint16_t sequence, const Octets& payload = {},
              std::uint8_t client_group = 0);

/// The content of a channel message. Samples are XYRGB, 7 octets each, at the centre and dark but for the last
/// one.
struct Message {
  wire::ChunkType type = wire::ChunkType::Wave;
  std::uint8_t channel = 0;
  std::int64_t timestamp_us = 0;
  std::uint32_t duration_us = 1000;  ///< in the chunk header, if the chunk type has one
  std::size_t sample_octets = 700;
  bool is_dark = false;  ///< the last sample is, too
  bool has_config = false;
  bool closes_channel = false;  ///< needs has_config
  bool is_last_fragment = false;
  std::uint8_t config_match = 0;  ///< SCM of the chunk
  std::uint8_t data_match = 0;    ///< SDM of the configuration
  wire::ServiceMode mode = wire::ServiceMode::GraphicContinuous;
  std::uint8_t service_id = 0;
  std::optional<Octets> dictionary{};  ///< default: that of XYRGB
};

Octets encoded(const Message& message);

/// The datagram with a channel message.
Octets datagram(std::uint16_t sequence, const Message& message,
                wire::Command command = wire::Command::RtMessage, std::uint8_t client_group = 0);

/// Datagram `i` of a stream of 100 samples per millisecond, with sequence number and timestamp; every 200th,
/// from the first on, has a configuration.
Octets wave_datagram(int i, std::int64_t first_timestamp_us = 0);

}  // namespace idn::test
