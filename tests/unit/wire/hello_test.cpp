// SPDX-License-Identifier: MIT
#include "idn/wire/hello.hpp"
#include "idn/wire/acknowledge.hpp"
#include "idn/wire/packet_header.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "wire/client_group.hpp"

using namespace idn;
using namespace idn::wire;

namespace {

template <class T>
FormatResult<T> decode_hex(std::string_view hex) {
  const auto octets = test::from_hex(hex);
  ByteReader in(octets);
  return T::decode(in);
}

/// Whether a value survives encoding and decoding; evaluated at compile time.
constexpr bool round_trips(const auto& value) {
  std::array<std::byte, 64> octets{};
  ByteWriter out(octets);
  value.encode(out);
  ByteReader in(out.written());
  return out.ok() && std::remove_cvref_t<decltype(value)>::decode(in) == value;
}
static_assert(round_trips(PacketHeader{Command::ScanRequest, 5, 0xBEEF}));
static_assert(round_trips(GroupResponse{GroupResult::Unsupported, 0x00FF}));
static_assert(round_trips(Acknowledge{AckResult::Occupied, 0x8001, 0x4002, 7, 255, 40'000}));
static_assert(round_trips(ScanResponse{.unit_id = UnitId::eui48({1, 2, 3, 4, 5, 6}),
                                       .host_name = FixedText<20>("x")}));

}  // namespace

TEST_CASE("the reserved nibble of the flags does not disturb the client group", "[wire]") {
  CHECK(decode_hex<PacketHeader>("10 F5 00 01")->client_group == 5);
}

TEST_CASE("every truncation of a fixed structure is refused", "[wire]") {
  const auto ack = test::vector_file("idn/10-acknowledge-success.hex");
  const auto scan = test::vector_file("idn/02-scan-response.hex");
  const auto group = test::vector_file("idn/07-group-get-request.hex");
  const auto refused = [](auto decode, ConstBytes body) {
    for (std::size_t length = 0; length < body.size(); ++length) {
      CAPTURE(length);
      ByteReader in(body.first(length));
      CHECK_FALSE(decode(in).has_value());
    }
    ByteReader in(body);
    CHECK(decode(in).has_value());
  };
  refused([](ByteReader& in) { return Acknowledge::decode(in); }, ConstBytes(ack).subspan(4));
  refused([](ByteReader& in) { return ScanResponse::decode(in); }, ConstBytes(scan).subspan(4));
  refused([](ByteReader& in) { return GroupRequest::decode(in); }, ConstBytes(group).subspan(4));
  refused([](ByteReader& in) { return PacketHeader::decode(in); }, ConstBytes(scan).first(4));
}

TEST_CASE("an acknowledge is read by its structSize, as three generations send it", "[wire]") {
  const auto old = decode_hex<Acknowledge>("04 EC 00 11");
  REQUIRE(old.has_value());
  CHECK(old->result == AckResult::Occupied);
  CHECK(is_failure(old->result));
  CHECK(old->input_events == 0x0011);
  CHECK(old->latency_us == 0);

  const auto short_latency = decode_hex<Acknowledge>("0A 00 00 01 00 02 01 80 12 34");
  REQUIRE(short_latency.has_value());
  CHECK(short_latency->link_quality == 0x80);
  CHECK(short_latency->latency_us == 0x1234);

  const auto grown = decode_hex<Acknowledge>("10 00 00 00 00 00 00 00 00 01 00 00 AA BB CC DD");
  REQUIRE(grown.has_value());
  CHECK(grown->latency_us == 0x10000);

  CHECK(decode_hex<Acknowledge>("03 00 00 00").error().code == Errc::BadStructSize);
}

TEST_CASE("a unit ID prints category and identifier, and leftovers behind it do not matter", "[wire]") {
  const auto octets = test::from_hex("07 01 12 34 56 78 9A BC DE AD BE EF 00 00 00 01");
  ByteReader in(octets);
  const auto id = UnitId::decode(in);
  CHECK(to_string(id) == "01-123456789ABC");
  CHECK(id == UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC}));
  UnitId bad;
  CHECK_FALSE(bad.is_valid());
  bad.octets[0] = 16;
  CHECK(to_string(bad) == "invalid");
}

TEST_CASE("a unit ID is read back from its text, and from nothing else", "[wire]") {
  CHECK(unit_id_from("01-123456789ABC") == UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC}));
  CHECK(unit_id_from("01-123456789abc") == UnitId::eui48({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC}));
  UnitId longest;
  for (std::size_t i = 0; i < longest.octets.size(); ++i)
    longest.octets[i] = static_cast<std::uint8_t>(i == 0 ? 15 : 16 * i + i);
  CHECK(unit_id_from(to_string(longest)) == longest);
  for (const char* bad :
       {"", "01", "01-", "01-1", "01-123", "01123456", "0-123456", "001-12", "01-12 4", "01-+123", "01-0x12",
        "01-12345G", "-01-1234", "01-12-34", "10.0.0.7", "beam-left", "01-000102030405060708090A0B0C0D0E"}) {
    CAPTURE(bad);
    CHECK_FALSE(unit_id_from(bad));
  }
}

TEST_CASE("a long name is cut at a character boundary", "[wire]") {
  CHECK(FixedText<20>("Projektor Bühne links").view() == "Projektor Bühne lin");
  CHECK(FixedText<4>("abcé").view() == "abc");
  CHECK(FixedText<5>("abcé").view() == "abcé");
  CHECK(FixedText<4>("").view().empty());
  CHECK(FixedText<4>("abcd").view() == "abcd");
}

TEST_CASE("a service map is read by the announced entry size and bounded by its octets", "[wire]") {
  std::string wide_entry = "04 1A 00 01  07 80 01 00";
  for (int i = 0; i < 20; ++i) wide_entry += " 41";
  const auto octets = test::from_hex(wide_entry + " EE EE");
  ByteReader in(octets);
  const auto map = ServiceMap::decode(in);
  REQUIRE(map.has_value());
  REQUIRE(map->service_count() == 1);
  CHECK(map->service(0).service_id == 7);
  CHECK(map->service(0).is_default());
  CHECK(map->service(0).name.view() == "AAAAAAAAAAAAAAAAAAAA");
  CHECK(decode_hex<ServiceMap>(wide_entry + " EE").error().code == Errc::Truncated);
  CHECK(decode_hex<ServiceMap>("04 17 00 00").error().code == Errc::BadStructSize);
  CHECK(decode_hex<ServiceMap>("04 18 FF FF").error().code == Errc::Truncated);
  CHECK(decode_hex<ServiceMap>("04 18 00 00")->service_count() == 0);
}
