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

TEST_CASE("packets of a link type without IP are left out and named", "[parser]") {
  constexpr std::uint32_t kBluetooth = 187;
  const TemporaryFile file(CaptureBuilder(kBluetooth).packet(1s, from_hex("00")).octets());
  CaptureReader reader(file.path());
  CHECK_FALSE(reader.next());
  CHECK(reader.facts().of_unknown_link == 1);
  CHECK(reader.facts().links.contains("link type 187"));
}
