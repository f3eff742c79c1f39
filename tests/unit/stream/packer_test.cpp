// SPDX-License-Identifier: MIT
#include "stream/send/packer.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using namespace idn::stream;
using test::WavePacket;

namespace {

Packer make_packer(const PackerConfig& config) {
  return Packer::create(config).value();
}

std::vector<LaserSample> dark(std::size_t count) {
  return std::vector<LaserSample>(count);
}

}  // namespace

TEST_CASE("the packer produces the datagrams of the specification's example", "[stream][vectors]") {
  // Vector 09 with another match value: the golden octets differ only in SDM and SCM (1 there, 2 here).
  auto golden = test::vector_file("idn/09-wave-open-config.hex");
  golden[0x0D] = std::byte{0x21};
  golden[0x20] = std::byte{0x20};
  std::vector<LaserSample> samples(20);
  for (int i = 1; i < 20; ++i)
    samples[static_cast<std::size_t>(i)] = {
        static_cast<std::int16_t>(1000 * i), static_cast<std::int16_t>(500 * i), 0xFFFF, 128 * 257, 0, 0xFFFF};
  auto packer = make_packer(
      {.rate = {20'000}, .samples_per_packet = 20, .format = wire::SampleFormat::Xyrgb, .first_sequence = 100});
  packer.anchor(10'000'000);
  const ConstBytes first = packer.pack(samples, true);
  CHECK(std::vector(first.begin(), first.end()) == golden);
  CHECK(packer.next_timestamp_us() == 10'001'000);
}

TEST_CASE("as many samples fit as the specification's table says", "[stream]") {
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgb, 1454) == 202);
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgbi, 1454) == 177);
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgb16, 1454) == 141);
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgb, 1472) == 205);
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgb16, 1472) == 143);
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgb, 36) == 0);
  CHECK(max_samples_per_packet(wire::SampleFormat::Xyrgb, 1'000'000) == (4 + 65280 - 36) / 7);
}

TEST_CASE("impossible rates and packet sizes are refused", "[stream]") {
  const auto error = [](const PackerConfig& config) { return Packer::create(config).error().code; };
  CHECK(error({.rate = {0}}) == Errc::InvalidRate);
  CHECK(error({.rate = {1'000'001}}) == Errc::InvalidRate);
  CHECK(error({.samples_per_packet = 19}) == Errc::InvalidPacketSize);
  CHECK(error({.samples_per_packet = 178}) == Errc::InvalidPacketSize);
  CHECK(error({.samples_per_packet = 203, .format = wire::SampleFormat::Xyrgb}) == Errc::InvalidPacketSize);
  CHECK(error({.rate = {101'000}, .samples_per_packet = 20}) == Errc::InvalidPacketSize);  // 198 us
  CHECK(error({.rate = {900}, .samples_per_packet = 100}) == Errc::InvalidPacketSize);     // 111 ms
  CHECK(Packer::create({.rate = {100'000}, .samples_per_packet = 20}).has_value());
  CHECK(Packer::create({.samples_per_packet = 177}).has_value());
  CHECK(Packer::create({.samples_per_packet = 202, .format = wire::SampleFormat::Xyrgb}).has_value());
}

TEST_CASE("every datagram keeps the limit, with and without configuration", "[stream]") {
  const auto format =
      GENERATE(wire::SampleFormat::Xyrgb, wire::SampleFormat::Xyrgbi, wire::SampleFormat::Xyrgb16);
  const std::size_t count = max_samples_per_packet(format, 1454);
  auto packer = make_packer({.samples_per_packet = count, .format = format});
  for (int i = 0; i < 500; ++i) CHECK(packer.pack(dark(count), i % 2 == 0).size() <= 1454);
}

TEST_CASE("chunks meet exactly, whatever the rate", "[stream]") {
  const auto rate = GENERATE(as<std::uint32_t>{}, 999, 12'345, 30'000, 44'100, 99'991, 100'000);
  const std::size_t count = 97;
  auto packer = make_packer({.rate = {rate}, .samples_per_packet = count});
  packer.anchor(0xFFFF'0000);
  std::int64_t expected = 0xFFFF'0000;
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto samples = dark(count - i % 70);
    total += samples.size();
    const WavePacket packet(packer.pack(samples, false));
    REQUIRE(packet.message->header.timestamp == wrap(expected));
    expected += packet.chunk->duration_us;
    REQUIRE(packet.header.sequence == i);
  }
  CHECK(expected == 0xFFFF'0000 + static_cast<std::int64_t>(total * 1'000'000 / rate));
}

TEST_CASE("the configuration is in every datagram of the first 20 ms, then every 200 ms", "[stream]") {
  auto packer = make_packer({});
  packer.anchor(5'000'000);
  std::vector<int> configured;
  for (int ms = 0; ms < 650; ++ms)
    if (WavePacket(packer.pack(dark(100), false)).message->config) configured.push_back(ms);
  std::vector<int> expected;
  for (int ms = 0; ms < 20; ++ms) expected.push_back(ms);
  for (const int ms : {219, 419, 619}) expected.push_back(ms);
  CHECK(configured == expected);
}

TEST_CASE("the configuration names service, mode and match value, which chunks repeat", "[stream]") {
  auto packer = make_packer({.service_id = 7, .channel = 63, .client_group = 5});
  const WavePacket packet(packer.pack(dark(100), true));
  CHECK(packet.header.command == wire::Command::RtMessageAckRequest);
  CHECK(packet.header.client_group == 5);
  CHECK(packet.message->header.channel == 63);
  CHECK(packet.message->config->routing);
  CHECK(packet.message->config->service_id == 7);
  CHECK(packet.message->config->mode == wire::ServiceMode::GraphicContinuous);
  CHECK(packet.message->config->data_match == packet.chunk->config_match);
}

TEST_CASE("a new anchor leaves a gap, never a step back", "[stream]") {
  auto packer = make_packer({});
  packer.anchor(1'000);
  packer.pack(dark(100), false);
  packer.anchor(500);
  CHECK(packer.next_timestamp_us() == 2'000);
  packer.anchor(9'000);
  CHECK(WavePacket(packer.pack(dark(100), false)).message->header.timestamp == WireMicros{9'000});
}

TEST_CASE("until something was packed a new anchor may lie anywhere", "[stream]") {
  auto packer = make_packer({});
  packer.anchor(9'000);
  packer.anchor(-5'000);
  CHECK(packer.next_timestamp_us() == -5'000);
}

TEST_CASE("samples do not step back behind a keepalive", "[stream]") {
  auto packer = make_packer({});
  packer.anchor(0);
  packer.pack_void(5'000, false);
  packer.anchor(2'000);
  CHECK(packer.next_timestamp_us() == 5'000);
}

TEST_CASE("closing is a void message at the end of the data, then an empty close", "[stream][vectors]") {
  auto packer = make_packer({.first_sequence = 0x67});
  packer.anchor(10'002'000);
  packer.pack(dark(100), false);
  const auto same = [](ConstBytes octets, const char* vector) {
    return std::ranges::equal(octets, test::vector_file(vector));
  };
  CHECK(same(packer.pack_channel_close(), "idn/14-channel-close.hex"));
  packer = make_packer({.first_sequence = 0x6A});
  CHECK(same(packer.channel().session_close(), "idn/17-session-close.hex"));
}

TEST_CASE("after a gap the channel is opened anew, since receivers may have closed it", "[stream]") {
  auto packer = make_packer({});
  packer.anchor(0);
  const auto has_config = [&] { return WavePacket(packer.pack(dark(100), false)).message->config.has_value(); };
  for (int i = 0; i < 20; ++i) CHECK(has_config());
  CHECK_FALSE(has_config());
  packer.anchor(100'000);
  for (int i = 0; i < 20; ++i) CHECK(has_config());
  CHECK_FALSE(has_config());
}
