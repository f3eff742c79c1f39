// SPDX-License-Identifier: MIT
#include "idn/capture/pcap_writer.hpp"

#include "capture/internet_checksum.hpp"
#include "capture/ip.hpp"

namespace idn::capture {
namespace {

constexpr std::size_t kIpHeader = 20;
constexpr std::size_t kUdpHeader = 8;

void write_ip_header(const Endpoint& from, const Endpoint& to, std::uint16_t length,
                     MutableBytes out) noexcept {
  constexpr std::uint8_t kVersionAndLength = 0x45;
  constexpr std::uint16_t kDontFragment = 0x4000;
  constexpr std::uint8_t kHops = 64;
  ByteWriter ip(out);
  ip.write(kVersionAndLength);
  ip.fill(1);
  ip.write(length);
  ip.fill(2);
  ip.write(kDontFragment);
  ip.write(kHops);
  ip.write(kUdpProtocol);
  ip.fill(2);
  ip.write(from.ipv4_address());
  ip.write(to.ipv4_address());
  InternetChecksum sum;
  sum.add(ConstBytes(out));
  detail::store_big_endian(out.data() + 10, sum.value());
}

/// 0 is sent as 0xFFFF, since a field of 0 means that there is no checksum.
std::uint16_t udp_checksum(const Endpoint& from, const Endpoint& to, ConstBytes segment) noexcept {
  InternetChecksum sum = pseudo_header_of_udp(from, to, segment.size());
  sum.add(segment);
  return sum.value() == 0 ? std::uint16_t{0xFFFF} : sum.value();
}

}  // namespace

std::size_t encode_udp_packet(const Endpoint& from, const Endpoint& to, ConstBytes payload,
                              MutableBytes out) noexcept {
  const std::size_t total = kUdpPacketHeaders + payload.size();
  if (total > out.size() || total > 0xFFFF) return 0;
  write_ip_header(from, to, static_cast<std::uint16_t>(total), out.first(kIpHeader));
  const MutableBytes segment = out.subspan(kIpHeader, kUdpHeader + payload.size());
  ByteWriter udp(segment);
  udp.write(from.port);
  udp.write(to.port);
  udp.write(static_cast<std::uint16_t>(segment.size()));
  udp.fill(2);
  udp.write(payload);
  detail::store_big_endian(segment.data() + 6, udp_checksum(from, to, segment));
  return total;
}

}  // namespace idn::capture
