// SPDX-License-Identifier: MIT
#include "capture/decapsulate.hpp"

#include <algorithm>

#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::capture;
using idn::test::ethernet_frame;
using idn::test::from_hex;
using idn::test::ip_fragments;
using idn::test::ip_packet;
using idn::test::joined;
using idn::test::Octets;

namespace {

constexpr Endpoint kFrom = Endpoint::ipv4(0xC0A8'010A, 50'000);
constexpr Endpoint kTo = Endpoint::ipv4(0xC0A8'0132, 7255);
const Octets kPayload = from_hex("40 00 00 07");

tl::expected<UdpDatagram, DecapsulationFailure> decapsulate(LinkType link, ConstBytes packet,
                                                            std::size_t wire_length) {
  return Decapsulator().decapsulate({.bytes = packet, .wire_length = wire_length, .link = link}, {});
}

tl::expected<UdpDatagram, DecapsulationFailure> decapsulate_whole(LinkType link, const Octets& packet) {
  return decapsulate(link, packet, packet.size());
}

DecapsulationFailure reason(LinkType link, const Octets& packet) {
  const auto found = decapsulate_whole(link, packet);
  REQUIRE_FALSE(found.has_value());
  return found.error();
}

void check_is_the_datagram(const tl::expected<UdpDatagram, DecapsulationFailure>& found) {
  REQUIRE(found.has_value());
  CHECK(to_string(found->source) == "192.168.1.10:50000");
  CHECK(to_string(found->destination) == "192.168.1.50:7255");
  CHECK(std::ranges::equal(found->payload, kPayload));
  CHECK(found->length == 4);
  CHECK(found->fragments == 0);
}

Octets with(Octets octets, std::size_t at, const char* hex) {
  const auto patch = from_hex(hex);
  std::ranges::copy(patch, octets.begin() + static_cast<std::ptrdiff_t>(at));
  return octets;
}

}  // namespace

TEST_CASE("a datagram is found behind every link layer", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  SECTION("Ethernet") {
    check_is_the_datagram(decapsulate_whole(LinkType::Ethernet, ethernet_frame(ip)));
  }
  SECTION("Ethernet with a VLAN tag") {
    check_is_the_datagram(decapsulate_whole(LinkType::Ethernet, ethernet_frame(ip, 0x0800, {42})));
  }
  SECTION("Ethernet with two VLAN tags") {
    check_is_the_datagram(decapsulate_whole(LinkType::Ethernet, ethernet_frame(ip, 0x0800, {7, 42})));
  }
  SECTION("raw IP") {
    check_is_the_datagram(decapsulate_whole(LinkType::RawIp, ip));
  }
  SECTION("Linux cooked") {
    const auto header = from_hex("0004 0001 0006 000000000000 0000 0800");
    check_is_the_datagram(decapsulate_whole(LinkType::LinuxCooked, joined(header, ip)));
  }
  SECTION("Linux cooked, version 2") {
    const auto header = from_hex("0800 0000 00000001 0001 00 06 0000000000000000");
    check_is_the_datagram(decapsulate_whole(LinkType::LinuxCooked2, joined(header, ip)));
  }
  SECTION("Linux cooked, version 2, with a VLAN tag") {
    const auto header = from_hex("8100 0000 00000001 0001 00 06 0000000000000000 002A 0800");
    check_is_the_datagram(decapsulate_whole(LinkType::LinuxCooked2, joined(header, ip)));
  }
  SECTION("loopback, big endian") {
    check_is_the_datagram(decapsulate_whole(LinkType::Loopback, joined(from_hex("00000002"), ip)));
  }
  SECTION("loopback, little endian") {
    check_is_the_datagram(decapsulate_whole(LinkType::Loopback, joined(from_hex("02000000"), ip)));
  }
}

TEST_CASE("the marks of a datagram are its DSCP and the priority of the outermost VLAN tag", "[capture]") {
  const auto marks = [](LinkType link, const Octets& packet) {
    const auto found = decapsulate_whole(link, packet);
    REQUIRE(found);
    return found->marks;
  };
  const Octets ef = with(ip_packet(kFrom, kTo, kPayload), 1, "BA");  // EF, and ECN 2
  CHECK(marks(LinkType::RawIp, ef).dscp == 46);
  CHECK_FALSE(marks(LinkType::Ethernet, ethernet_frame(ef)).vlan_priority);
  CHECK(marks(LinkType::Ethernet, ethernet_frame(ef, 0x0800, {0xA005, 0x6007})).vlan_priority == 5);
  CHECK(marks(LinkType::Ethernet, ethernet_frame(ef, 0x0800, {0x0005})).vlan_priority == 0);
  const auto cooked = from_hex("8100 0000 00000001 0001 00 06 0000000000000000 C02A 0800");
  CHECK(marks(LinkType::LinuxCooked2, joined(cooked, ef)).vlan_priority == 6);
  const Endpoint from{{0xFE, 0x80}, 50'000}, to{{0xFE, 0x81}, 7255};
  // Version 6, traffic class 0x88 (AF41), flow label 0x12345.
  CHECK(marks(LinkType::RawIp, with(ip_packet(from, to, kPayload), 0, "68812345")).dscp == 34);
  const auto parts = ip_fragments(with(ip_packet(kFrom, kTo, Octets(40)), 1, "B8"), 24);
  Decapsulator decapsulator;
  REQUIRE(parts.size() == 2);
  const auto add = [&](const Octets& part) {
    return decapsulator.decapsulate({.bytes = part, .wire_length = part.size(), .link = LinkType::RawIp}, {});
  };
  CHECK_FALSE(add(parts[0]));
  CHECK(add(parts[1])->marks.dscp == 46);
}

TEST_CASE("a datagram is found in a session of PPPoE", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  // Version and type, code, session, length; the protocol of PPP: IPv4.
  const auto header = from_hex("11 00 0001 0022 0021");
  check_is_the_datagram(decapsulate_whole(LinkType::Ethernet, ethernet_frame(joined(header, ip), 0x8864)));
  const auto control = from_hex("11 00 0001 0022 C021");
  CHECK(reason(LinkType::Ethernet, ethernet_frame(joined(control, ip), 0x8864)) ==
        DecapsulationFailure::NotUdp);
  CHECK(reason(LinkType::Ethernet, ethernet_frame(from_hex("11 00 0001 0022 00"), 0x8864)) ==
        DecapsulationFailure::Truncated);
}

namespace {

/// `content` in an IPv4 packet of the given protocol.
Octets ipv4_of(const char* protocol, const Octets& content) {
  Octets packet = joined(from_hex("45 00 0000 0000 0000 40 00 0000 0A000001 0A000002"), content);
  packet[2] = static_cast<std::byte>(packet.size() >> 8);
  packet[3] = static_cast<std::byte>(packet.size() & 0xFF);
  return with(packet, 9, protocol);
}

Octets in_gre(const Octets& content, const char* header = "0000 0800") {
  return ipv4_of("2F", joined(from_hex(header), content));
}

/// The Ethernet frame in a VXLAN datagram of network 5.
Octets in_vxlan(const Octets& frame) {
  return ip_packet(Endpoint::ipv4(0x0A000001, 40'000), Endpoint::ipv4(0x0A000002, 4789),
                   joined(from_hex("08 000000 000005 00"), frame));
}

}  // namespace

TEST_CASE("a datagram is found in a tunnel of GRE", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  SECTION("IPv4") {
    check_is_the_datagram(decapsulate_whole(LinkType::Ethernet, ethernet_frame(in_gre(ip))));
  }
  SECTION("with checksum, key and sequence number") {
    const auto packet = in_gre(ip, "B000 0800 00000000 00000007 00000001");
    check_is_the_datagram(decapsulate_whole(LinkType::RawIp, packet));
  }
  SECTION("Ethernet") {
    check_is_the_datagram(decapsulate_whole(LinkType::RawIp, in_gre(ethernet_frame(ip), "2000 6558 00000007")));
  }
  SECTION("a tunnel in a tunnel, but no endless ones") {
    Octets packet = in_gre(in_gre(ip));
    check_is_the_datagram(decapsulate_whole(LinkType::RawIp, packet));
    packet = in_gre(in_gre(in_gre(packet)));
    CHECK(reason(LinkType::RawIp, packet) == DecapsulationFailure::NotUdp);
  }
  SECTION("not what is no IP, nor a version of its own") {
    CHECK(reason(LinkType::RawIp, in_gre(ip, "0000 88CC")) == DecapsulationFailure::NotUdp);
    CHECK(reason(LinkType::RawIp, in_gre(ip, "0001 0800")) == DecapsulationFailure::NotUdp);
    CHECK(reason(LinkType::RawIp, in_gre({}, "0000 08")) == DecapsulationFailure::Truncated);
  }
}

TEST_CASE("a datagram is found in what a switch mirrors by ERSPAN, of all types", "[capture]") {
  const Octets frame = ethernet_frame(ip_packet(kFrom, kTo, kPayload));
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, in_gre(frame, "0000 88BE")));
  const auto two = joined(from_hex("1000 88BE 00000001 1064 0005 00000000"), frame);
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, ipv4_of("2F", two)));
  const auto three = joined(from_hex("1000 22EB 00000001 2064 0005 00000000 0000 0000"), frame);
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, ipv4_of("2F", three)));
  const auto longer =
      joined(from_hex("1000 22EB 00000001 2064 0005 00000000 0000 0001 0000000000000000"), frame);
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, ipv4_of("2F", longer)));
}

TEST_CASE("a datagram is found in IP in IP, behind labels of MPLS, and in GENEVE", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, ipv4_of("04", ip)));
  CHECK(reason(LinkType::RawIp, ipv4_of("29", from_hex("60"))) == DecapsulationFailure::Truncated);
  // Two labels, the second one with the bit of the last.
  check_is_the_datagram(
      decapsulate_whole(LinkType::Ethernet, ethernet_frame(joined(from_hex("00010040 00020140"), ip), 0x8847)));
  CHECK(reason(LinkType::Ethernet, ethernet_frame(from_hex("00010040 0002"), 0x8847)) ==
        DecapsulationFailure::Truncated);
  // One option of 4 octets, Ethernet inside, network 5.
  const auto geneve = joined(from_hex("01 00 6558 000005 00 01020304"), ethernet_frame(ip));
  check_is_the_datagram(decapsulate_whole(
      LinkType::RawIp,
      ip_packet(Endpoint::ipv4(0x0A000001, 40'000), Endpoint::ipv4(0x0A000002, 6081), geneve)));
}

TEST_CASE("a datagram is found behind PPP, 802.11 and NFLOG", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  check_is_the_datagram(decapsulate_whole(LinkType::Ppp, joined(from_hex("FF03 0021"), ip)));
  check_is_the_datagram(decapsulate_whole(LinkType::Ppp, joined(from_hex("0021"), ip)));
  check_is_the_datagram(decapsulate_whole(LinkType::Ppp, joined(from_hex("21"), ip)));
  CHECK(reason(LinkType::Ppp, joined(from_hex("C021"), ip)) == DecapsulationFailure::NotUdp);

  const Octets addresses(22, std::byte{2});
  const Octets snap = joined(from_hex("AAAA03 000000 0800"), ip);
  const auto wifi = [&](const char* control, std::size_t more) {
    return joined(joined(from_hex(control), addresses), joined(Octets(more), snap));
  };
  check_is_the_datagram(decapsulate_whole(LinkType::Wifi, wifi("0802", 0)));
  check_is_the_datagram(decapsulate_whole(LinkType::Wifi, wifi("8802", 2)));       // with quality of service
  check_is_the_datagram(decapsulate_whole(LinkType::Wifi, wifi("0803", 6)));       // between access points
  check_is_the_datagram(decapsulate_whole(LinkType::Wifi, wifi("8882", 6)));       // with HT control
  CHECK(reason(LinkType::Wifi, wifi("0842", 0)) == DecapsulationFailure::NotUdp);  // encrypted
  CHECK(reason(LinkType::Wifi, wifi("8000", 0)) == DecapsulationFailure::NotUdp);  // a beacon
  const auto radiotap = joined(from_hex("00 00 0A00 00000000 0000"), wifi("0802", 0));
  check_is_the_datagram(decapsulate_whole(LinkType::Radiotap, radiotap));

  const auto entry = from_hex("0500 0A00 78 000000");  // a prefix of 1 octet, filled up
  Octets payload = joined(from_hex("2400 0900"), ip);
  payload[0] = static_cast<std::byte>(payload.size());
  const auto log = joined(joined(from_hex("02 00 0000"), entry), payload);
  check_is_the_datagram(decapsulate_whole(LinkType::NetfilterLog, log));
  CHECK(reason(LinkType::NetfilterLog, from_hex("02 00 0000 0000 0A00")) == DecapsulationFailure::Malformed);
  CHECK(reason(LinkType::NetfilterLog, joined(from_hex("02 00 0000"), entry)) == DecapsulationFailure::NotUdp);
}

TEST_CASE("a datagram is found in one of VXLAN", "[capture]") {
  const Octets frame = ethernet_frame(ip_packet(kFrom, kTo, kPayload));
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, in_vxlan(frame)));
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, in_vxlan(ethernet_frame(in_vxlan(frame)))));
  SECTION("in IP fragments, inside and outside") {
    Decapsulator decapsulator;
    const auto inner = ip_fragments(ip_packet(kFrom, kTo, Octets(100)), 64);
    REQUIRE(inner.size() == 2);
    tl::expected<UdpDatagram, DecapsulationFailure> found = tl::unexpected(DecapsulationFailure::NotUdp);
    std::uint16_t identification = 10;
    for (const auto& part : inner)
      for (const auto& outer : ip_fragments(in_vxlan(ethernet_frame(part)), 48, ++identification))
        found = decapsulator.decapsulate({.bytes = outer, .wire_length = outer.size(), .link = LinkType::RawIp},
                                         {});
    REQUIRE(found);
    CHECK(to_string(found->destination) == "192.168.1.50:7255");
    CHECK(found->payload.size() == 100);
  }
  SECTION("what is none, or holds none, stays the datagram that it is") {
    Octets other = in_vxlan(frame);
    other[28] = std::byte{0};
    CHECK(decapsulate_whole(LinkType::RawIp, other)->destination.port == 4789);
    CHECK(decapsulate_whole(LinkType::RawIp, in_vxlan(from_hex("00")))->destination.port == 4789);
  }
}

TEST_CASE("link-layer padding does not belong to the datagram", "[capture]") {
  Octets frame = ethernet_frame(ip_packet(kFrom, kTo, kPayload));
  frame.resize(60);
  check_is_the_datagram(decapsulate_whole(LinkType::Ethernet, frame));
}

TEST_CASE("IPv4 options are skipped", "[capture]") {
  Octets ip = ip_packet(kFrom, kTo, kPayload);
  const auto options = from_hex("01010101");
  ip.insert(ip.begin() + 20, options.begin(), options.end());
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, with(with(ip, 0, "46"), 2, "0024")));
}

TEST_CASE("an IPv6 datagram is found, extension headers or not", "[capture]") {
  Endpoint from{.port = 50'000};
  from.address[15] = 1;
  Endpoint to{.port = 7255};
  to.address[15] = 2;
  const Octets ip = ip_packet(from, to, kPayload);
  SECTION("plain") {
    const Octets frame = ethernet_frame(ip, 0x86DD);
    const auto found = decapsulate_whole(LinkType::Ethernet, frame);
    REQUIRE(found.has_value());
    CHECK(to_string(found->destination) == "[0:0:0:0:0:0:0:2]:7255");
    CHECK(std::ranges::equal(found->payload, kPayload));
  }
  SECTION("behind hop-by-hop and destination options") {
    Octets extended = with(with(ip, 6, "00"), 4, "0024");
    const auto options = from_hex("3C 00 010400000000 11 01 010C000000000000000000000000");
    extended.insert(extended.begin() + 40, options.begin(), options.end());
    const auto found = decapsulate_whole(LinkType::RawIp, extended);
    REQUIRE(found.has_value());
    CHECK(std::ranges::equal(found->payload, kPayload));
  }
  SECTION("behind a fragment header that holds all of it") {
    Octets atomic = with(with(ip, 6, "2C"), 4, "0014");
    const auto header = from_hex("11 00 0000 00000001");
    atomic.insert(atomic.begin() + 40, header.begin(), header.end());
    const auto found = decapsulate_whole(LinkType::RawIp, atomic);
    REQUIRE(found.has_value());
    CHECK(found->fragments == 0);
  }
  SECTION("an extension header longer than the packet") {
    CHECK(reason(LinkType::RawIp, with(with(ip, 6, "00"), 40, "11FF")) == DecapsulationFailure::Malformed);
    CHECK(reason(LinkType::RawIp, with(with(ip, 6, "00"), 40, "00FF")) == DecapsulationFailure::Malformed);
  }
}

TEST_CASE("headers that contradict the length on the wire are malformed", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  CHECK(reason(LinkType::RawIp, with(ip, 0, "44")) == DecapsulationFailure::Malformed);  // header of 16 octets
  CHECK(reason(LinkType::RawIp, with(ip, 0, "55")) == DecapsulationFailure::Malformed);  // IP version 5
  CHECK(reason(LinkType::RawIp, with(ip, 2, "0013")) ==
        DecapsulationFailure::Malformed);  // total below the header
  CHECK(reason(LinkType::RawIp, with(ip, 2, "0021")) ==
        DecapsulationFailure::Malformed);  // total above the packet
  CHECK(reason(LinkType::RawIp, with(ip, 24, "0007")) ==
        DecapsulationFailure::Malformed);  // UDP length below its header
}

TEST_CASE("a length that a header does not state is that of the packet", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  check_is_the_datagram(decapsulate_whole(LinkType::RawIp, with(ip, 2, "0000")));
  CHECK(decapsulate_whole(LinkType::RawIp, with(ip, 2, "0000"))->states_its_length);
  // UDP: none, one above that of IP, and one that would extend into the padding of the link layer.
  for (const Octets& packet :
       {with(ip, 24, "0000"), with(ip, 24, "000D"), with(joined(ip, Octets(20)), 24, "000D")}) {
    const auto found = decapsulate_whole(LinkType::RawIp, packet);
    check_is_the_datagram(found);
    CHECK_FALSE(found->states_its_length);
  }
}

TEST_CASE("other protocols are none of our business", "[capture]") {
  const Octets ip = ip_packet(kFrom, kTo, kPayload);
  CHECK(reason(LinkType::RawIp, with(ip, 9, "06")) == DecapsulationFailure::NotUdp);
  CHECK(reason(LinkType::Ethernet, ethernet_frame(ip, 0x0806)) == DecapsulationFailure::NotUdp);
  CHECK(reason(LinkType::Loopback, joined(from_hex("00000007"), ip)) == DecapsulationFailure::NotUdp);
}

TEST_CASE("a packet that the capture cut short keeps its length on the wire", "[capture]") {
  const Octets payload(500, std::byte{1});
  Octets frame = ethernet_frame(ip_packet(kFrom, kTo, payload));
  const auto wire_length = frame.size();
  frame.resize(14 + 20 + 8 + 60);
  const auto found = decapsulate(LinkType::Ethernet, frame, wire_length);
  REQUIRE(found.has_value());
  CHECK(found->payload.size() == 60);
  CHECK(found->length == 500);
}

TEST_CASE("every truncation of a packet is safe and never yields a whole datagram", "[capture]") {
  const auto [link, packet] =
      GENERATE(std::pair(LinkType::Ethernet, ethernet_frame(ip_packet(kFrom, kTo, kPayload), 0x0800, {1, 2})),
               std::pair(LinkType::LinuxCooked2,
                         joined(from_hex("8100 0000 00000001 0001 00 06 0000000000000000 002A 0800"),
                                ip_packet(kFrom, kTo, kPayload))),
               std::pair(LinkType::Loopback,
                         joined(from_hex("1E000000"), ip_packet({.port = 1}, {.port = 2}, kPayload))));
  for (std::size_t size = 0; size < packet.size(); ++size) {
    CAPTURE(size);
    const ConstBytes part = ConstBytes(packet).first(size);
    const auto cut = decapsulate(link, part, packet.size());
    CHECK((!cut.has_value() || cut->payload.size() < cut->length));
    if (!cut) CHECK(cut.error() == DecapsulationFailure::Truncated);
    const auto whole = decapsulate(link, part, size);
    CHECK_FALSE(whole.has_value());
  }
}

TEST_CASE("UDP checksums are told right, unfinished and wrong, where all octets are there", "[capture]") {
  // Right ones by a sum of 16-bit words in Python.
  constexpr Endpoint kLoopback6{.address = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, .port = 50'000};
  const Endpoint to6{.address = kLoopback6.address, .port = 7255};
  const auto checksum = [](const Octets& ip, std::size_t at, const char* hex) {
    return decapsulate_whole(LinkType::RawIp, with(ip, at, hex))->checksum;
  };
  const Octets even = ip_packet(kFrom, kTo, kPayload);
  CHECK(checksum(even, 26, "5C9A") == UdpChecksum::Right);
  CHECK(checksum(even, 26, "83AA") == UdpChecksum::Unfinished);
  CHECK(checksum(even, 26, "5C9B") == UdpChecksum::Wrong);
  CHECK(checksum(even, 26, "0000") == UdpChecksum::Unknown);
  CHECK(checksum(ip_packet(kFrom, kTo, from_hex("4000000711")), 26, "4B98") == UdpChecksum::Right);
  CHECK(checksum(ip_packet(kFrom, kTo, from_hex("40000007112233")), 26, "1872") == UdpChecksum::Right);
  CHECK(checksum(ip_packet(kLoopback6, to6, kPayload), 46, "E025") == UdpChecksum::Right);
  const Octets wrong = with(even, 26, "5C9B");
  CHECK(decapsulate(LinkType::RawIp, ConstBytes(wrong).first(wrong.size() - 1), wrong.size())->checksum ==
        UdpChecksum::Unknown);
}
