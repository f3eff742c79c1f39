// SPDX-License-Identifier: MIT
// From a captured packet to the UDP datagram. Input: link type, octets that the capture left out, packet.
#include "idn_parser/capture/peel.hpp"

#include "fuzz/target.hpp"

namespace idn::fuzz {

void run(ConstBytes input) {
  ByteReader in(input);
  const auto link = static_cast<parser::LinkType>(in.read<std::uint8_t>() % 5);
  const std::size_t left_out = in.read<std::uint16_t>();
  const ConstBytes packet = in.take_rest();
  const auto datagram = parser::peel(link, packet, packet.size() + left_out);
  if (!datagram) return;
  const ConstBytes payload = datagram->payload;
  require(payload.size() <= datagram->length && datagram->length <= 0xFFFF - 8);
  if (!payload.empty())
    require(payload.data() >= packet.data() &&
            payload.data() + payload.size() <= packet.data() + packet.size());
  if (!datagram->is_fragmented) require(datagram->length <= packet.size() + left_out);
  if (left_out == 0 && !datagram->is_fragmented) require(payload.size() == datagram->length);
}

}  // namespace idn::fuzz
