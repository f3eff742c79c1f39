// SPDX-License-Identifier: MIT
#include <limits>
#include <type_traits>

#include "idn/bytes.hpp"
#include "idn/dscp.hpp"
#include "idn/endpoint.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;

static_assert(std::is_trivially_copyable_v<FormatError> && sizeof(FormatError) <= 2 * sizeof(std::size_t));

TEST_CASE("an error of octets becomes one of calls, with its kind and place", "[base]") {
  const auto decode = []() -> FormatResult<int> { return fail(Errc::Truncated, 12); };
  const auto call = [&]() -> Result<int> {
    const auto decoded = decode();
    if (!decoded) return tl::unexpected(decoded.error());
    return *decoded;
  };
  CHECK(call().error().code == Errc::Truncated);
  CHECK(call().error().message() == "fewer octets than the structure needs, at octet 12");
  CHECK(Error(FormatError{Errc::NotIlda}).message() == to_string(Errc::NotIlda));
}

TEST_CASE("an error names cause and remedy, and that of the operating system", "[base]") {
  const Error bad = fail(Errc::BadOption, "rate 0", "give 1").value();
  CHECK(bad.message() == "rate 0; give 1");
  CHECK_FALSE(bad.system);
  const auto cause = std::make_error_code(std::errc::permission_denied);
  const Error refused = fail(cause).value();
  CHECK((refused.code == Errc::System && refused.system == cause && refused.message() == cause.message()));
  const Error renamed = fail(Errc::Network, fail(cause, "left", "ask").value()).value();
  CHECK((renamed.code == Errc::Network && renamed.system == cause && renamed.message() == "left; ask"));
}

TEST_CASE("a reader yields big-endian values and stops for good at the first one that does not fit", "[base]") {
  const auto octets = test::from_hex("12 34 FF FE 80");
  ByteReader in(octets);
  CHECK(in.read<std::uint16_t>() == 0x1234);
  CHECK(in.read<std::int16_t>() == -2);
  CHECK(in.remaining() == 1);
  CHECK(in.read<std::uint32_t>() == 0);
  CHECK_FALSE(in.ok());
  CHECK(in.read<std::uint8_t>() == 0);
  CHECK(in.position() == 4);
}

TEST_CASE("a writer writes big-endian values and never past its end", "[base]") {
  std::array<std::byte, 6> octets{};
  ByteWriter out(MutableBytes(octets).first(5));
  out.write(std::uint16_t{0x1234});
  out.write(std::int16_t{-2});
  CHECK(out.ok());
  out.write(std::uint16_t{0xFFFF});
  CHECK_FALSE(out.ok());
  out.write(std::uint8_t{1});
  CHECK(std::ranges::equal(octets, test::from_hex("12 34 FF FE 00 00")));
  CHECK(out.written().size() == 4);
}

TEST_CASE("wire timestamps wrap and unwrap around every edge", "[base]") {
  constexpr std::int64_t kWrap = std::int64_t{1} << 32;
  for (const std::int64_t time : {std::int64_t{0}, kWrap / 2 - 1, kWrap / 2, kWrap - 1, kWrap, 5 * kWrap + 7}) {
    CAPTURE(time);
    CHECK(unwrap(wrap(time), time) == time);
    CHECK(unwrap(wrap(time - 1), time) == time - 1);
    CHECK(unwrap(wrap(time + 1), time) == time + 1);
    CHECK(unwrap(wrap(time + kWrap / 2 - 1), time) == time + kWrap / 2 - 1);
    CHECK(unwrap(wrap(time - kWrap / 2), time) == time - kWrap / 2);
  }
  CHECK(static_cast<std::uint32_t>(wrap(-1)) == std::numeric_limits<std::uint32_t>::max());
}

TEST_CASE("a time-out ends after it began, or never", "[base]") {
  constexpr TimePoint kNow{Duration(1'000'000)};
  CHECK(deadline_after(kNow, Duration(5)) == kNow + Duration(5));
  CHECK(deadline_after(kNow, Duration(-5)) == kNow - Duration(5));
  CHECK(deadline_after(kNow, kNever - kNow - Duration(1)) == kNever - Duration(1));
  CHECK(deadline_after(kNow, kNever - kNow) == kNever);
  CHECK(deadline_after(kNow, kNever - kNow + Duration(1)) == kNever);
  CHECK(deadline_after(kNow, Duration::max()) == kNever);
  CHECK(deadline_after(TimePoint{}, Duration::max()) == kNever);
  CHECK(deadline_after(TimePoint{Duration(-1)}, Duration::max()) == kNever - Duration(1));
  CHECK(deadline_after(kNow, Duration::min()) < kNow);
}

TEST_CASE("endpoints print as people write them", "[base]") {
  CHECK(to_string(Endpoint::ipv4(0xC0A8010A, 7255)) == "192.168.1.10:7255");
  CHECK(Endpoint::ipv4(0xC0A8010A, 7255).ipv4_address() == 0xC0A8010A);
  Endpoint loopback6;
  loopback6.address[15] = 1;
  loopback6.port = 9;
  CHECK_FALSE(loopback6.is_ipv4());
  CHECK(to_string(loopback6) == "[0:0:0:0:0:0:0:1]:9");
}

TEST_CASE("a sample at a place has full scale at the edges, and what lies outside is brought to them",
          "[base]") {
  CHECK(sample_at(0, 0, 0, 0, 0) == LaserSample{});
  CHECK(sample_at(1, -1, 1, 0, 0) == LaserSample{.x = 32'767, .y = -32'767, .r = 0xFFFF, .intensity = 0xFFFF});
  CHECK(sample_at(-7, 7, 2, -1, 0.5) ==
        LaserSample{.x = -32'767, .y = 32'767, .r = 0xFFFF, .b = 32'768, .intensity = 0xFFFF});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(sample_at(nan, 0, nan, nan, nan) == LaserSample{.x = -32'767});
}

TEST_CASE("code points have the names and values of the registry, or are numbers", "[base]") {
  // From the IANA registry of differentiated services field codepoints.
  const std::pair<const char*, int> registry[] = {
      {"CS1", 0b001000},  {"CS2", 0b010000},        {"CS3", 0b011000},  {"CS4", 0b100000},  {"CS5", 0b101000},
      {"CS6", 0b110000},  {"CS7", 0b111000},        {"AF11", 0b001010}, {"AF12", 0b001100}, {"AF13", 0b001110},
      {"AF21", 0b010010}, {"AF22", 0b010100},       {"AF23", 0b010110}, {"AF31", 0b011010}, {"AF32", 0b011100},
      {"AF33", 0b011110}, {"AF41", 0b100010},       {"AF42", 0b100100}, {"AF43", 0b100110}, {"EF", 0b101110},
      {"LE", 0b000001},   {"VOICE-ADMIT", 0b101100}};
  for (const auto& [name, value] : registry) {
    CAPTURE(name);
    CHECK(dscp_from(name) == value);
    CHECK(dscp_name(static_cast<std::uint8_t>(value)) == name);
  }
  CHECK(dscp_from("CS0") == 0);
  CHECK(dscp_name(0) == "DF");
  CHECK(dscp_from("ef") == 46);
  CHECK(dscp_from("63") == 63);
  CHECK(dscp_name(45) == "45");
  for (const char* wrong : {"", "64", "-1", "46 ", "EFF", "E", "0x2e", "300"}) CHECK_FALSE(dscp_from(wrong));
}
