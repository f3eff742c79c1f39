// SPDX-License-Identifier: MIT
#include "idn_parser/input/other_ports.hpp"

#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::parser {
namespace {

constexpr bool is_known(wire::ChunkType type) noexcept {
  using enum wire::ChunkType;
  switch (type) {
    case Void:
    case Wave:
    case Frame:
    case FrameFirst:
    case OctetSegment:
    case OctetString:
    case DimmerLevels:
    case AudioWave:
    case FrameSequel:
      return true;
  }
  return false;
}

}  // namespace

bool looks_like_channel_message(const capture::UdpDatagram& datagram) noexcept {
  ByteReader in(datagram.payload);
  const auto packet = wire::PacketHeader::decode(in);
  if (!packet ||
      (packet->command != wire::Command::RtMessage && packet->command != wire::Command::RtMessageAckRequest))
    return false;
  const std::size_t total_size = in.read<std::uint16_t>();
  const auto content = in.read<std::uint8_t>();
  const auto type = static_cast<wire::ChunkType>(in.read<std::uint8_t>());
  // The message's size field is compared with the datagram's length on the wire: the capture may hold less.
  return in.ok() && total_size + wire::PacketHeader::kSize == datagram.length &&
         (content & wire::ChannelMessageHeader::kChannelMessage) != 0 && is_known(type);
}

void OtherPorts::look(const capture::UdpDatagram& datagram) {
  if (!looks_like_channel_message(datagram)) return;
  const auto port = datagram.destination.port;
  if (counts_.size() < kMostPorts || counts_.contains(port)) ++counts_[port];
}

}  // namespace idn::parser
