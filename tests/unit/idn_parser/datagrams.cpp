// SPDX-License-Identifier: MIT
#include "datagrams.hpp"

#include <array>

#include "idn/wire/sample_codec.hpp"

namespace idn::test {

Octets packet(wire::Command command, std::uint16_t sequence, const Octets& payload, std::uint8_t client_group) {
  Octets out(wire::PacketHeader::kSize);
  ByteWriter writer(out);
  wire::PacketHeader{command, client_group, sequence}.encode(writer);
  return joined(out, payload);
}

Octets encoded(const Message& message) {
  std::array<std::byte, 2048> room;
  ByteWriter body(room);
  const bool is_sequel = wire::is_sequel(message.type);
  if (message.has_config) {
    wire::ChannelConfig config{.routing = !message.closes_channel,
                               .close = message.closes_channel,
                               .data_match = message.data_match,
                               .service_id = message.service_id,
                               .mode = message.mode};
    if (config.routing) config.service_configuration = wire::dictionary(wire::SampleFormat::Xyrgb);
    if (message.dictionary) config.service_configuration = *message.dictionary;
    config.encode(body);
  }
  if (message.type != wire::ChunkType::Void && !is_sequel)
    wire::ChunkHeader{.config_match = message.config_match, .duration_us = message.duration_us}.encode(body);
  const ConstBytes headers = body.written();

  const std::size_t samples = message.type == wire::ChunkType::Void ? 0 : message.sample_octets;
  Octets out(wire::ChannelMessageHeader::kSize);
  ByteWriter header(out);
  wire::ChannelMessageHeader{.total_size = static_cast<std::uint16_t>(out.size() + headers.size() + samples),
                             .channel = message.channel,
                             .config_or_last = message.has_config || message.is_last_fragment,
                             .type = message.type,
                             .timestamp = wrap(message.timestamp_us)}
      .encode(header);
  out.insert(out.end(), headers.begin(), headers.end());
  out.resize(out.size() + samples);
  constexpr std::size_t kSampleSize = 7, kRed = 4;
  if (!message.is_dark && samples >= kSampleSize)
    out[out.size() - samples + (samples / kSampleSize - 1) * kSampleSize + kRed] = std::byte{255};
  return out;
}

Octets datagram(std::uint16_t sequence, const Message& message, wire::Command command,
                std::uint8_t client_group) {
  return packet(command, sequence, encoded(message), client_group);
}

Octets wave_datagram(int i, std::int64_t first_timestamp_us) {
  return datagram(static_cast<std::uint16_t>(i),
                  {.timestamp_us = first_timestamp_us + i * 1000, .has_config = i % 200 == 0});
}

}  // namespace idn::test
