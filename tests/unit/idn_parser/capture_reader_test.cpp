// SPDX-License-Identifier: MIT
#include "idn_parser/capture/capture_reader.hpp"

#include <filesystem>

#include "cli/failure.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace std::chrono_literals;
using namespace idn;
using idn::parser::CaptureReader;
using idn::parser::LinkType;
using idn::test::CaptureBuilder;
using idn::test::from_hex;
using idn::test::Octets;
using idn::test::TemporaryFile;

namespace {

cli::Failure failure_of(const std::string& path) {
  try {
    CaptureReader reader(path);
  } catch (const cli::Failure& failure) {
    return failure;
  }
  FAIL("opened " << path);
  return {cli::kOk, ""};
}

bool mentions(const cli::Failure& failure, const char* words) {
  return std::string(failure.what()).find(words) != std::string::npos;
}

Octets reversed(const Octets& octets) {
  return {octets.rbegin(), octets.rend()};
}

}  // namespace

TEST_CASE("packets come with nanoseconds, octets and their length on the wire", "[parser]") {
  const TemporaryFile file(CaptureBuilder()
                               .packet(1'700'000'000s + 123'456'789ns, from_hex("01 02 03 04"))
                               .packet(1'700'000'001s, from_hex("05 06 07 08"), 2)
                               .octets());
  CaptureReader reader(file.path());
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

TEST_CASE("captures in microseconds are read in nanoseconds", "[parser]") {
  const TemporaryFile file(CaptureBuilder(test::linktype::kEthernet, CaptureBuilder::Resolution::Micro)
                               .packet(5s + 123'456us, from_hex("00"))
                               .octets());
  CaptureReader reader(file.path());
  CHECK(reader.next()->time == 5s + 123'456us);
}

TEST_CASE("captures of the other byte order are read", "[parser]") {
  // Magic of nanoseconds, version 2.4, snap length 65535, Ethernet; one packet of one octet at 7 s + 9 ns.
  const TemporaryFile file(
      from_hex("A1B23C4D 0002 0004 00000000 00000000 0000FFFF 00000001"
               " 00000007 00000009 00000001 00000001 AB"));
  CaptureReader reader(file.path());
  const auto packet = reader.next();
  REQUIRE(packet);
  CHECK(packet->time == 7s + 9ns);
  CHECK(packet->bytes[0] == std::byte{0xAB});
}

TEST_CASE("pcapng captures are read", "[parser]") {
  // Section header; interface of raw IP with nanoseconds (option 9 = 9); enhanced packet of 4 octets.
  const TemporaryFile file(
      from_hex("0A0D0D0A 0000001C 1A2B3C4D 0001 0000 FFFFFFFFFFFFFFFF 0000001C"
               " 00000001 00000020 0065 0000 00040000 0009 0001 09000000 0000 0000 00000020"
               " 00000006 00000024 00000000 00000000 00000064 00000004 00000004 45000000 00000024"),
      ".pcapng");
  CaptureReader reader(file.path());
  const auto packet = reader.next();
  REQUIRE(packet);
  CHECK(packet->link == LinkType::RawIp);
  CHECK(packet->time == 100ns);
  CHECK(packet->bytes.size() == 4);
}

TEST_CASE("a capture cut inside a packet gives what is whole and says so", "[parser]") {
  const Octets whole = CaptureBuilder().packet(1s, from_hex("01 02")).packet(2s, from_hex("03 04")).octets();
  for (std::size_t missing = 1; missing < 18; ++missing) {
    CAPTURE(missing);
    const TemporaryFile file(Octets(whole.begin(), whole.end() - static_cast<std::ptrdiff_t>(missing)));
    CaptureReader reader(file.path());
    CHECK(reader.next());
    CHECK_FALSE(reader.next());
    REQUIRE(reader.facts().damage_count == 1);
    CHECK(reader.facts().damages[0].behind_packet == 1);
    CHECK(reader.facts().damages[0].offset == 24 + 16 + 2);
    CHECK_FALSE(reader.facts().damages[0].skipped.has_value());
  }
}

TEST_CASE("packets whose time is none are left out and counted", "[parser]") {
  const TemporaryFile file(
      CaptureBuilder().packet(Duration(1s), from_hex("01")).packet(Duration(2s), from_hex("02")).octets());
  auto octets = test::binary_file(file.path());
  // The fraction of the first packet becomes a whole second, or negative.
  const char* fraction = GENERATE("3B9ACA00", "FFFFFFFF");
  CAPTURE(fraction);
  std::ranges::copy(reversed(from_hex(fraction)), octets.begin() + 24 + 4);
  const TemporaryFile broken(octets);
  CaptureReader reader(broken.path());
  const auto packet = reader.next();
  REQUIRE(packet);
  CHECK(packet->bytes[0] == std::byte{2});
  CHECK(reader.facts().untimed == 1);
}

TEST_CASE("what is no capture is refused with cause and remedy", "[parser]") {
  const auto missing = failure_of("/nonexistent/show.pcap");
  CHECK(missing.code() == cli::kEnvironment);
  CHECK(mentions(missing, "/nonexistent/show.pcap: No such file"));
  CHECK(mentions(missing, "; give a readable pcap"));

  const TemporaryFile text(from_hex("48656C6C6F2C20776F726C64210A0D0A48656C6C6F2C20776F726C64"));
  CHECK(failure_of(text.path()).code() == cli::kEnvironment);
  CHECK(mentions(failure_of(text.path()), "unknown file format"));

  const TemporaryFile empty(Octets{});
  CHECK(failure_of(empty.path()).code() == cli::kEnvironment);
  CHECK(failure_of(std::filesystem::temp_directory_path().string()).code() == cli::kEnvironment);
}

TEST_CASE("a capture that ends within its header is told as cut", "[parser]") {
  const Octets header = CaptureBuilder().octets();
  for (const std::size_t size : {4, 23}) {
    const TemporaryFile file(Octets(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(size)));
    CHECK(mentions(failure_of(file.path()), "cut: the file ends within its header"));
  }
  const TemporaryFile file(Octets(header.begin(), header.begin() + 3));
  CHECK(mentions(failure_of(file.path()), "unknown file format"));
}

TEST_CASE("packets of a link type without IP are left out and named", "[parser]") {
  constexpr std::uint32_t kBluetooth = 187;
  const TemporaryFile file(CaptureBuilder(kBluetooth).packet(1s, from_hex("00")).octets());
  CaptureReader reader(file.path());
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().of_unknown_link == 1);
  CHECK(reader.facts().links.contains("link type 187"));
}

TEST_CASE("a pcapng file may have interfaces of different link types and time resolutions", "[parser]") {
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
  CaptureReader reader(file.path());
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
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().of_unknown_link == 1);
  CHECK(reader.facts().links == std::set<std::string>{"Ethernet", "Linux cooked", "link type 187", "raw IP"});
}

TEST_CASE("what an interface dropped is known from its last statistics", "[parser]") {
  const TemporaryFile file(test::PcapngBuilder()
                               .interface(test::linktype::kRaw, 6)
                               .interface(test::linktype::kRaw, 6)
                               .dropped(0, 3)
                               .dropped(1, 4)
                               .dropped(0, 10)
                               .octets());
  CaptureReader reader(file.path());
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().dropped == 14);
}

TEST_CASE("blocks of no interest are skipped, however long", "[parser]") {
  const std::size_t size = GENERATE(0, 100, 3'000'000);
  const TemporaryFile file(test::PcapngBuilder()
                               .interface(test::linktype::kRaw, 6)
                               .block(0x0BAD, Octets(size))
                               .packet(0, 1, from_hex("AB"))
                               .octets());
  CaptureReader reader(file.path());
  REQUIRE(reader.next());
  CHECK(reader.facts().damage_count == 0);
}

TEST_CASE("behind damage reading goes on with the next packet, and says what it passed over", "[parser]") {
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
  // From within packet 40 into packet 43 a disk lost its contents.
  const auto damaged_from = static_cast<std::ptrdiff_t>(starts[40]),
             damaged_to = static_cast<std::ptrdiff_t>(starts[43] + 50);
  std::fill(octets.begin() + damaged_from, octets.begin() + damaged_to, std::byte{0});
  const TemporaryFile file(octets);
  CaptureReader reader(file.path());
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

TEST_CASE("a compressed capture is refused with the command that helps", "[parser]") {
  const TemporaryFile file(from_hex("1F8B0800000000000003"));
  CHECK(mentions(failure_of(file.path()), "| idn_parser -"));
}
