// SPDX-License-Identifier: MIT
// Decapsulation of captured packets to UDP datagrams, with IP reassembly. Input: packets, each with link type,
// number of octets truncated by the capture, milliseconds since the previous one, length.
#include "capture/decapsulate.hpp"

#include "capture/merged_datagrams.hpp"
#include "fuzz/target.hpp"

namespace idn::fuzz {
namespace {

void check(const capture::Packet& packet, const capture::UdpDatagram& datagram) {
  const ConstBytes payload = datagram.payload, bytes = packet.bytes;
  require(payload.size() <= datagram.length && datagram.length <= 0xFFFF - 8);
  const auto merged = capture::merged_datagram_size({payload, datagram.length});
  if (merged) require(*merged >= 12 && *merged < datagram.length && payload.size() > *merged);
  if (datagram.fragments > 0) return;
  if (!payload.empty())
    require(payload.data() >= bytes.data() && payload.data() + payload.size() <= bytes.data() + bytes.size());
  require(datagram.length <= packet.wire_length);
  if (bytes.size() == packet.wire_length) require(payload.size() == datagram.length);
}

void check(const capture::FragmentStats& facts, std::uint64_t datagrams) {
  require(datagrams <= facts.datagrams);
  require(facts.datagrams + facts.broken.count() + facts.repeated <= facts.fragments);
  require(facts.out_of_order <= facts.fragments);
}

}  // namespace

void run_decapsulate(ConstBytes input) {
  ByteReader in(input);
  capture::Decapsulator decapsulator;
  capture::CapturePosition position;
  std::uint64_t put_together = 0;
  while (in.ok() && in.remaining() > 0) {
    const auto link = static_cast<capture::LinkType>(in.read<std::uint8_t>() % 9);
    const std::size_t cut_off = in.read<std::uint16_t>();
    position.time += std::chrono::milliseconds(in.read<std::uint16_t>());
    const std::size_t length = in.read<std::uint16_t>();
    const ConstBytes bytes = in.take(std::min(length, in.remaining()));
    const capture::Packet packet{position.time, bytes, bytes.size() + cut_off, link, ++position.packet_number};
    const auto datagram = decapsulator.decapsulate(packet, position);
    if (!datagram) continue;
    check(packet, *datagram);
    if (datagram->fragments > 0) ++put_together;
  }
  decapsulator.finish();
  check(decapsulator.fragments(), put_together);
}

}  // namespace idn::fuzz
