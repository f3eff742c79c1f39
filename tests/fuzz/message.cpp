// SPDX-License-Identifier: MIT
// Channel message, configuration and chunk header. Input: a datagram.
#include "idn/wire/channel_message.hpp"

#include <array>
#include <vector>

#include "fuzz/target.hpp"

namespace idn::fuzz {
namespace {

bool lies_within(ConstBytes part, ConstBytes whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void check_parts(const wire::ChannelMessage& message, ConstBytes payload) {
  const std::size_t config = message.config ? message.config->wire_size() : 0;
  require(wire::ChannelMessageHeader::kSize + config + message.data.size() == message.header.total_size);
  require(message.header.total_size + message.surplus == payload.size());
  require(message.config.has_value() == message.header.has_config());
  require(lies_within(message.data, payload));
  if (message.config) require(lies_within(message.config->service_configuration, payload));
}

std::vector<std::byte> encoded(const wire::ChannelMessage& message) {
  std::vector<std::byte> octets(message.header.total_size);
  ByteWriter out(octets);
  message.header.encode(out);
  if (message.config) message.config->encode(out);
  out.write(message.data);
  require(out.ok() && out.position() == octets.size());
  return octets;
}

void check_chunk(ConstBytes data) {
  ByteReader in(data);
  const auto chunk = wire::ChunkHeader::decode(in);
  require(chunk.has_value() == (data.size() >= wire::ChunkHeader::kSize));
  if (!chunk) return;
  std::array<std::byte, wire::ChunkHeader::kSize> octets;
  ByteWriter out(octets);
  chunk->encode(out);
  ByteReader again(octets);
  require(wire::ChunkHeader::decode(again) == chunk);
}

}  // namespace

void run_message(ConstBytes input) {
  ByteReader in(input);
  in.skip(wire::PacketHeader::kSize);
  const ConstBytes payload = in.take_rest();
  const auto message = wire::ChannelMessage::decode(payload);
  if (!message) return require(message.error().offset <= payload.size());
  check_parts(*message, payload);
  check_chunk(message->data);

  const auto octets = encoded(*message);
  const auto same = wire::ChannelMessage::decode(octets);
  require(same && same->header == message->header && same->surplus == 0);
  require(std::ranges::equal(same->data, message->data));
  if (!message->config) return;
  const wire::ChannelConfig& config = *same->config;
  require(config.routing == message->config->routing && config.close == message->config->close);
  require(config.data_match == message->config->data_match && config.mode == message->config->mode);
  require(config.service_id == message->config->service_id);
  require(std::ranges::equal(config.service_configuration, message->config->service_configuration));
}

}  // namespace idn::fuzz
