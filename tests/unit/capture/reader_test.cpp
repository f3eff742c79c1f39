// SPDX-License-Identifier: MIT
#include "capture/packet_reader.hpp"

#include <filesystem>

#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace std::chrono_literals;
using namespace idn;
using idn::capture::LinkType;
using idn::capture::PacketReader;
using idn::test::CaptureBuilder;
using idn::test::from_hex;
using idn::test::Octets;
using idn::test::TemporaryFile;

namespace {

FormatResult<PacketReader> open(const std::string& path) {
  return PacketReader::open(capture::ByteSource::open(path).value(), path);
}

PacketReader opened(const TemporaryFile& file) {
  return open(file.path()).value();
}

FormatError error_of(const Octets& octets) {
  const TemporaryFile file(octets);
  const auto reader = open(file.path());
  REQUIRE_FALSE(reader);
  return reader.error();
}

Octets reversed(const Octets& octets) {
  return {octets.rbegin(), octets.rend()};
}

}  // namespace

TEST_CASE("packets come with nanoseconds, octets and their length on the wire", "[capture]") {
  const TemporaryFile file(CaptureBuilder()
                               .packet(1'700'000'000s + 123'456'789ns, from_hex("01 02 03 04"))
                               .packet(1'700'000'001s, from_hex("05 06 07 08"), 2)
                               .octets());
  PacketReader reader = opened(file);
  const auto first = reader.next();
  REQUIRE(first);
  CHECK(first->link == LinkType::Ethernet);
  CHECK(first->time == 1'700'000'000s + 123'456'789ns);
  CHECK(first->bytes.size() == 4);
  CHECK(first->bytes[3] == std::byte{4});
  CHECK(first->number == 1);
  const auto second = reader.next();
  REQUIRE(second);
  CHECK(second->bytes.size() == 2);
  CHECK(second->wire_length == 4);
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().damage_count == 0);
}

TEST_CASE("captures in microseconds are read in nanoseconds", "[capture]") {
  const TemporaryFile file(CaptureBuilder(test::linktype::kEthernet, CaptureBuilder::Resolution::Micro)
                               .packet(5s + 123'456us, from_hex("00"))
                               .octets());
  PacketReader reader = opened(file);
  CHECK(reader.next()->time == 5s + 123'456us);
}

TEST_CASE("captures of the other byte order are read", "[capture]") {
  // Magic of nanoseconds, version 2.4, snap length 65535, Ethernet; one packet of one octet at 7 s + 9 ns.
  const TemporaryFile file(
      from_hex("A1B23C4D 0002 0004 00000000 00000000 0000FFFF 00000001"
               " 00000007 00000009 00000001 00000001 AB"));
  PacketReader reader = opened(file);
  const auto packet = reader.next();
  REQUIRE(packet);
  CHECK(packet->time == 7s + 9ns);
  CHECK(packet->bytes[0] == std::byte{0xAB});
}

TEST_CASE("pcapng captures are read", "[capture]") {
  // Section header; interface of raw IP with nanoseconds (option 9 = 9); enhanced packet of 4 octets.
  const TemporaryFile file(
      from_hex("0A0D0D0A 0000001C 1A2B3C4D 0001 0000 FFFFFFFFFFFFFFFF 0000001C"
               " 00000001 00000020 0065 0000 00040000 0009 0001 09000000 0000 0000 00000020"
               " 00000006 00000024 00000000 00000000 00000064 00000004 00000004 45000000 00000024"),
      ".pcapng");
  PacketReader reader = opened(file);
  const auto packet = reader.next();
  REQUIRE(packet);
  CHECK(packet->link == LinkType::RawIp);
  CHECK(packet->time == 100ns);
  CHECK(packet->bytes.size() == 4);
}

TEST_CASE("a capture cut inside a packet gives what is whole and says so", "[capture]") {
  const Octets whole = CaptureBuilder().packet(1s, from_hex("01 02")).packet(2s, from_hex("03 04")).octets();
  for (std::size_t missing = 1; missing < 18; ++missing) {
    CAPTURE(missing);
    const TemporaryFile file(Octets(whole.begin(), whole.end() - static_cast<std::ptrdiff_t>(missing)));
    PacketReader reader = opened(file);
    CHECK(reader.next());
    CHECK_FALSE(reader.next());
    REQUIRE(reader.facts().damage_count == 1);
    CHECK(reader.facts().damages[0].behind_packet == 1);
    CHECK(reader.facts().damages[0].offset == 24 + 16 + 2);
    CHECK_FALSE(reader.facts().damages[0].skipped.has_value());
  }
}

TEST_CASE("packets whose time is none are counted, and have that of the packet before", "[capture]") {
  const TemporaryFile file(CaptureBuilder()
                               .packet(Duration(1s), from_hex("01"))
                               .packet(Duration(2s), from_hex("02"))
                               .packet(Duration(3s), from_hex("03"))
                               .octets());
  auto octets = test::binary_file(file.path());
  // The nanoseconds of the first packet, which has none before it, and of the last: a whole second, or
  // negative.
  const char* fraction = GENERATE("3B9ACA00", "FFFFFFFF");
  CAPTURE(fraction);
  for (const int packet : {0, 2})
    std::ranges::copy(reversed(from_hex(fraction)), octets.begin() + 24 + packet * (16 + 1) + 4);
  const TemporaryFile broken(octets);
  PacketReader reader = opened(broken);
  const auto timed = reader.next();
  REQUIRE(timed);
  CHECK(timed->bytes[0] == std::byte{2});
  CHECK(timed->has_time);
  const auto untimed = reader.next();
  REQUIRE(untimed);
  CHECK(untimed->bytes[0] == std::byte{3});
  CHECK_FALSE(untimed->has_time);
  CHECK(untimed->time == 2s);
  CHECK(reader.facts().untimed == 2);
}

TEST_CASE("what is no capture is refused, and told why", "[capture]") {
  CHECK(error_of(from_hex("48656C6C6F2C20776F726C64210A0D0A48656C6C6F2C20776F726C64")).code ==
        Errc::NotCapture);
  CHECK(error_of({}) == FormatError{Errc::Truncated, 0});
}

TEST_CASE("a capture that ends within its header is truncated, once its format shows", "[capture]") {
  const Octets header = CaptureBuilder().octets();
  for (const std::size_t size : {4, 23})
    CHECK(error_of(Octets(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(size))) ==
          FormatError{Errc::Truncated, size});
  CHECK(error_of(Octets(header.begin(), header.begin() + 3)).code == Errc::NotCapture);
}

TEST_CASE("what the system refuses is told as its error", "[capture]") {
  const auto missing = capture::ByteSource::open("/nonexistent/show.pcap");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().system == std::errc::no_such_file_or_directory);
}

TEST_CASE("a reader goes on where it is moved to", "[capture]") {
  const TemporaryFile file(CaptureBuilder().packet(1s, from_hex("01")).packet(2s, from_hex("02")).octets());
  PacketReader reader = opened(file);
  REQUIRE(reader.next());
  PacketReader moved = std::move(reader);
  CHECK(moved.next()->bytes[0] == std::byte{2});
  CHECK(moved.facts().packets == 2);
}

TEST_CASE("a capture whose packets have a longer header, with interface and protocol, is read", "[capture]") {
  const TemporaryFile file(
      from_hex("34CDB2A1 0200 0400 00000000 00000000 00000400 01000000"
               "532E016B 99DC0900 02000000 02000000 02000000 0008 00 00 0102"
               "542E016B 00000000 02000000 01000000 02000000 0008 00 00 0304"));
  PacketReader reader = opened(file);
  const auto first = reader.next();
  REQUIRE(first);
  CHECK(first->time == 1'795'239'507s + 646'297us);
  CHECK(first->bytes.size() == 2);
  const auto second = reader.next();  // states fewer octets on the wire than it has
  REQUIRE(second);
  CHECK(second->bytes[1] == std::byte{4});
  CHECK(second->wire_length == 2);
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().damage_count == 0);
}

TEST_CASE("packets of a link type without IP are left out and named", "[capture]") {
  constexpr std::uint32_t kBluetooth = 187;
  const TemporaryFile file(CaptureBuilder(kBluetooth).packet(1s, from_hex("00")).octets());
  PacketReader reader = opened(file);
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().of_unknown_link == 1);
  CHECK(reader.facts().links.contains("link type 187"));
}

TEST_CASE("a pcapng file may have interfaces of different link types and time resolutions", "[capture]") {
  const auto whole = test::ip_packet(Endpoint::ipv4(1, 2), Endpoint::ipv4(3, 4), from_hex("AA"));
  const TemporaryFile file(test::PcapngBuilder()
                               .interface(test::linktype::kEthernet, 9)
                               .interface(test::linktype::kRaw, 6)
                               .interface(187, 6)
                               .interface(test::linktype::kLinuxCooked, 0x80 | 10)
                               .packet(0, 1'500'000'000'123'456'789, test::ethernet_frame(whole))
                               .packet(1, 1'500'000'000'123'456, whole)
                               .packet(2, 7, whole)
                               .packet(3, 5 * 1024 + 512, whole)
                               .octets(),
                           ".pcapng");
  PacketReader reader = opened(file);
  const auto first = reader.next();
  REQUIRE(first);
  CHECK(first->link == LinkType::Ethernet);
  CHECK(first->time == 1'500'000'000s + 123'456'789ns);
  const auto second = reader.next();
  REQUIRE(second);
  CHECK(second->link == LinkType::RawIp);
  CHECK(second->time == 1'500'000'000s + 123'456us);
  const auto fourth = reader.next();
  REQUIRE(fourth);
  CHECK(fourth->number == 4);
  CHECK(fourth->link == LinkType::LinuxCooked);
  CHECK(fourth->time == 5s + 500ms);
  const auto& sources = reader.facts().stamp_sources;
  CHECK(sources == std::vector<std::string>{"pcapng interface 0 ns", "pcapng interface 1 us",
                                            "pcapng interface 2 us", "pcapng interface 3 2^-10s"});
  CHECK(sources.at(second->stamp_source) == "pcapng interface 1 us");
  CHECK(sources.at(fourth->stamp_source) == "pcapng interface 3 2^-10s");
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().of_unknown_link == 1);
  CHECK(reader.facts().links == std::set<std::string>{"Ethernet", "Linux cooked", "link type 187", "raw IP"});
}

TEST_CASE("what stamps the packets of a file is known with its unit, of the first 256", "[capture]") {
  using enum test::CaptureBuilder::Resolution;
  const auto sources = [](const test::Octets& octets) {
    const TemporaryFile file(octets);
    PacketReader reader = opened(file);
    while (reader.next()) {
    }
    return reader.facts().stamp_sources;
  };
  const auto pcap = [&](test::CaptureBuilder::Resolution resolution) {
    return sources(test::CaptureBuilder(test::linktype::kRaw, resolution).octets());
  };
  CHECK(pcap(Micro) == std::vector<std::string>{"pcap us"});
  CHECK(pcap(Nano) == std::vector<std::string>{"pcap ns"});

  test::PcapngBuilder pcapng;
  for (const int resolution : {0, 3, 7, 12})
    pcapng.interface(test::linktype::kRaw, static_cast<std::uint8_t>(resolution), "en0");
  CHECK(sources(pcapng.octets()) ==
        std::vector<std::string>{"pcapng interface 0 en0 s", "pcapng interface 1 en0 ms",
                                 "pcapng interface 2 en0 10^-7s", "pcapng interface 3 en0 ps"});
  for (int i = 4; i < 300; ++i) pcapng.interface(test::linktype::kRaw, 9);
  const auto many = sources(pcapng.octets());
  REQUIRE(many.size() == 257);
  CHECK(many[255] == "pcapng interface 255 ns");
  CHECK(many[256] == "further interfaces");
}

TEST_CASE("what an interface dropped is known from its last statistics", "[capture]") {
  const TemporaryFile file(test::PcapngBuilder()
                               .interface(test::linktype::kRaw, 6)
                               .interface(test::linktype::kRaw, 6)
                               .dropped(0, 3)
                               .dropped(1, 4)
                               .dropped(0, 10)
                               .octets());
  PacketReader reader = opened(file);
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().dropped == 14);
}

TEST_CASE("blocks of no interest are skipped, however long", "[capture]") {
  const std::size_t size = GENERATE(0, 100, 3'000'000);
  const TemporaryFile file(test::PcapngBuilder()
                               .interface(test::linktype::kRaw, 6)
                               .block(0x0BAD, Octets(size))
                               .packet(0, 1, from_hex("AB"))
                               .octets());
  PacketReader reader = opened(file);
  REQUIRE(reader.next());
  CHECK(reader.facts().damage_count == 0);
}

TEST_CASE("behind damage reading goes on with the next packet, and says what it passed over", "[capture]") {
  const bool is_pcapng = GENERATE(false, true);
  CAPTURE(is_pcapng);
  CaptureBuilder pcap(test::linktype::kRaw);
  test::PcapngBuilder pcapng;
  pcapng.interface(test::linktype::kRaw, 9);
  std::vector<std::size_t> starts;
  for (int i = 0; i < 100; ++i) {
    starts.push_back(is_pcapng ? pcapng.octets().size() : pcap.octets().size());
    const Octets octets(200, static_cast<std::byte>(i));
    pcap.packet(1000s + i * 1ms, octets);
    pcapng.packet(0, static_cast<std::uint64_t>(1'000'000'000'000 + i * 1'000'000), octets);
  }
  Octets octets = is_pcapng ? pcapng.octets() : pcap.octets();
  // Zeros from within packet 40 into packet 43, as after a disk error.
  const auto damaged_from = static_cast<std::ptrdiff_t>(starts[40]),
             damaged_to = static_cast<std::ptrdiff_t>(starts[43] + 50);
  std::fill(octets.begin() + damaged_from, octets.begin() + damaged_to, std::byte{0});
  const TemporaryFile file(octets);
  PacketReader reader = opened(file);
  std::vector<int> seen;
  while (const auto packet = reader.next()) seen.push_back(std::to_integer<int>(packet->bytes[0]));
  CHECK(seen.size() == 96);
  CHECK(seen[39] == 39);
  CHECK(seen[40] == 44);
  REQUIRE(reader.facts().damage_count == 1);
  const auto& damage = reader.facts().damages[0];
  CHECK(damage.behind_packet == 40);
  CHECK(damage.offset == starts[40]);
  CHECK(damage.skipped == starts[44] - starts[40]);
}

TEST_CASE("reading goes on at a place, with the interfaces and the byte order that are in force there",
          "[capture]") {
  const Endpoint from = Endpoint::ipv4(0x0A000001, 1), to = Endpoint::ipv4(0x0A000002, 2);
  const auto packet = [&](int number) { return test::ip_packet(from, to, {static_cast<std::byte>(number)}); };
  // Two sections: the same number of an interface stands for another unit of time.
  const auto second = test::PcapngBuilder()
                          .interface(test::linktype::kRaw, 3)
                          .packet(0, 4, packet(4))
                          .packet(0, 5, packet(5))
                          .octets();
  const auto first = test::PcapngBuilder()
                         .interface(test::linktype::kRaw, 9)
                         .packet(0, 1'000'000, packet(1))
                         .interface(test::linktype::kRaw, 6)
                         .packet(1, 2'000, packet(2))
                         .packet(0, 3'000'000, packet(3))
                         .octets();
  const TemporaryFile file(test::joined(first, second), ".pcapng");
  const std::string paths[] = {file.path()};
  auto reader = capture::DatagramReader::open(paths).value();
  std::vector<capture::CapturePlace> places;
  while (reader.next() != nullptr) places.push_back(reader.place());
  REQUIRE(places.size() == 5);
  for (const std::size_t behind : {3U, 1U, 0U, 2U, 4U}) {
    CAPTURE(behind);
    auto other = capture::DatagramReader::open(paths).value();
    for (auto* const again : {&reader, &other}) {
      REQUIRE(again->go_to(places[behind]));
      for (std::size_t i = behind + 1; i < 5; ++i) {
        const auto* const datagram = again->next();
        REQUIRE(datagram != nullptr);
        CHECK(datagram->content.payload[0] == static_cast<std::byte>(i + 1));
        CHECK(datagram->position.time == (i + 1) * 1ms);
        CHECK(datagram->position.packet_number == i + 1);
      }
      CHECK(again->next() == nullptr);
    }
  }
}
