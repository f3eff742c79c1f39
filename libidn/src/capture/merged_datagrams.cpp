// SPDX-License-Identifier: MIT
#include "capture/merged_datagrams.hpp"

#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::capture {
namespace {

using wire::ChannelMessageHeader;
using wire::PacketHeader;

/// The first headers of a payload.
struct Start {
  PacketHeader packet;
  std::size_t size = 0;  ///< of the datagram, by the size field of its message; 0 if that header is not one
};

Start start_of(ConstBytes bytes) noexcept {
  Start start;
  ByteReader in(bytes);
  if (!start.packet.read(in) || !wire::is_realtime(start.packet.command)) return start;
  const std::size_t total_size = in.read<std::uint16_t>();
  const auto content = in.read<std::uint8_t>();
  const bool is_message = in.ok() && total_size >= ChannelMessageHeader::kSize &&
                          (content & ChannelMessageHeader::kChannelMessage) != 0;
  if (is_message) start.size = PacketHeader::kSize + total_size;
  return start;
}

/// Whether `bytes`, captured completely up to the headers, are a whole real-time datagram of `wire_length`.
bool is_whole(const CapturedBytes& part, std::uint8_t client_group, bool is_last) noexcept {
  const Start start = start_of(part.bytes);
  if (!wire::is_realtime(start.packet.command) || start.packet.client_group != client_group) return false;
  return start.size == part.wire_length || (is_last && part.wire_length == PacketHeader::kSize);
}

}  // namespace

std::optional<std::size_t> merged_datagram_size(const CapturedBytes& payload) noexcept {
  const Start first = start_of(payload.bytes);
  if (first.size == 0 || first.size >= payload.wire_length) return std::nullopt;
  auto rest = payload.without_first(first.size);
  while (rest.wire_length > 0) {
    const bool is_last = rest.wire_length <= first.size;
    if (!is_whole(rest.first(first.size), first.packet.client_group, is_last)) return std::nullopt;
    rest = rest.without_first(first.size);
  }
  return first.size;
}

}  // namespace idn::capture
