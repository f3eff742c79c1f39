// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/wire/channel_message.hpp"
#include "support/catch.hpp"

namespace idn::test {

/// A sent datagram, decoded by the wire layer. The members are views into `octets`.
struct WavePacket {
  explicit WavePacket(ConstBytes octets) {
    ByteReader in(octets);
    header = wire::PacketHeader::decode(in).value();
    const ConstBytes payload = in.take_rest();
    if (payload.empty()) return;
    message = wire::ChannelMessage::decode(payload).value();
    if (message->header.type != wire::ChunkType::Wave) return;
    ByteReader body(message->data);
    chunk = wire::ChunkHeader::decode(body).value();
    samples = body.take_rest();
  }

  wire::PacketHeader header;
  std::optional<wire::ChannelMessage> message;
  std::optional<wire::ChunkHeader> chunk;
  ConstBytes samples;
};

}  // namespace idn::test
