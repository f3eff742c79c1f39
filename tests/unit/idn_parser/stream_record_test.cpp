// SPDX-License-Identifier: MIT
#include "idn_parser/table/stream_record.hpp"

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "tapped_wire.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;
using wire::ChunkType;
using wire::Command;

TEST_CASE("a wave stream is counted with its samples, sizes and configuration", "[parser]") {
  TappedWire wire;
  for (int i = 0; i < 3; ++i) wire.send(wave_datagram(i));
  const auto& stream = wire.stream();
  CHECK(stream.arrivals().metrics().summary().datagrams == 3);
  CHECK(stream.arrivals().metrics().summary().samples == 300);
  CHECK(stream.counts().configurations == 1);
  CHECK(stream.counts().unknown_samples == 0);
  CHECK(stream.counts().payload_octets.min == 4 + 8 + 4 + 700);
  CHECK(stream.counts().payload_octets.max == 4 + 8 + 4 + 16 + 4 + 700);
  REQUIRE(stream.setup());
  CHECK(stream.setup()->mode == wire::ServiceMode::GraphicContinuous);
  CHECK(stream.setup()->layout->sample_size() == 7);
  CHECK(stream.arrivals().distances() == std::vector<Duration>{1ms, 1ms});
}

TEST_CASE("sample rates are those of the chunks, in their order, without those of less than a hundredth",
          "[parser]") {
  TappedWire wire;
  std::uint16_t sequence = 0;
  std::int64_t timestamp = 0;
  const auto send = [&](int count, std::uint32_t duration_us) {
    for (int i = 0; i < count; ++i) {
      // Display times are rounded, up or down.
      const std::uint32_t rounded = duration_us + static_cast<std::uint32_t>(i % 2);
      wire.send(datagram(sequence++, {.timestamp_us = timestamp, .duration_us = rounded, .has_config = true}));
      timestamp += rounded;
    }
  };
  send(200, 3333);
  CHECK(wire.stream().sample_rates().rates() == std::vector{1e6 * 200 / 6667});
  send(1, 2000);
  send(200, 1000);
  send(200, 3333);
  CHECK(wire.stream().sample_rates().rates() == std::vector{1e6 * 200 / 6667, 1e6 * 200 / 2001});
}

TEST_CASE("before a configuration datagrams count and their samples are unknown", "[parser]") {
  TappedWire wire;
  wire.send(datagram(0, {.timestamp_us = 0}));
  wire.send(datagram(1, {.timestamp_us = 1000, .has_config = true}));
  wire.send(datagram(2, {.timestamp_us = 2000}));
  const auto summary = wire.stream().arrivals().metrics().summary();
  CHECK(summary.datagrams == 3);
  CHECK(summary.samples == 200);
  CHECK(wire.stream().counts().unknown_samples == 1);
}

TEST_CASE("a chunk made for another configuration has unknown samples", "[parser]") {
  TappedWire wire;
  wire.send(datagram(0, {.has_config = true, .config_match = 2, .data_match = 2}));
  wire.send(datagram(1, {.config_match = 3}));
  CHECK(wire.stream().arrivals().metrics().summary().samples == 100);
  CHECK(wire.stream().counts().unknown_samples == 1);
}

TEST_CASE("the samples of a frame are counted across its fragments, cut at any octet", "[parser]") {
  using enum ChunkType;
  TappedWire wire;
  const auto mode = wire::ServiceMode::GraphicDiscrete;
  wire.send(datagram(
      0, {.type = FrameFirst, .duration_us = 9000, .sample_octets = 30, .has_config = true, .mode = mode}));
  wire.send(datagram(1, {.type = FrameSequel, .timestamp_us = 1, .sample_octets = 31}));
  wire.send(
      datagram(2, {.type = FrameSequel, .timestamp_us = 2, .sample_octets = 9, .is_last_fragment = true}));
  const auto summary = wire.stream().arrivals().metrics().summary();
  CHECK(summary.samples == 10);
  CHECK(summary.datagrams == 1);
  CHECK(summary.display == 9ms);
  CHECK(wire.stream().counts().frames == 1);
  CHECK(wire.stream().counts().sequel_fragments == 2);
  CHECK(wire.connection().counts().malformed == 0);
}

TEST_CASE("a sequel fragment whose configuration vanished in between stays safe", "[parser]") {
  TappedWire wire;
  const auto mode = wire::ServiceMode::GraphicDiscrete;
  wire.send(
      datagram(0, {.type = ChunkType::FrameFirst, .sample_octets = 30, .has_config = true, .mode = mode}));
  wire.send(datagram(1, {.type = ChunkType::Void, .has_config = true, .mode = mode, .dictionary = Octets(4)}));
  wire.send(datagram(2, {.type = ChunkType::FrameSequel, .sample_octets = 5}));
  CHECK(wire.stream().counts().bad_dictionaries == 1);
  CHECK(wire.stream().arrivals().metrics().summary().samples == 5);
}

TEST_CASE("a duplicate is counted but not measured", "[parser]") {
  TappedWire wire;
  for (const int number : {0, 1, 1, 2}) wire.send(wave_datagram(number));
  CHECK(wire.connection().counts().numbers.duplicates == 1);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 3);
  CHECK(wire.stream().arrivals().distances() == std::vector<Duration>{1ms, 2ms});
}

TEST_CASE("a sender that never counts its packets is measured all the same", "[parser]") {
  TappedWire wire;
  for (int i = 0; i < 4; ++i) wire.send(datagram(0, {.timestamp_us = i * 1000, .has_config = i == 0}));
  CHECK(wire.connection().counts().numbers.unnumbered == 3);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 4);
}

TEST_CASE("media time runs on through the 32-bit wrap of the timestamp", "[parser]") {
  TappedWire wire;
  constexpr std::int64_t kBeforeWrap = 0xFFFF'FFFF - 1500;
  for (int i = 0; i < 4; ++i) wire.send(wave_datagram(i, kBeforeWrap));
  const auto summary = wire.stream().arrivals().metrics().summary();
  REQUIRE(summary.clock);
  CHECK(summary.clock->long_term_jitter.count() == 0);
}

TEST_CASE("empty chunks and other content carry no samples", "[parser]") {
  TappedWire wire;
  wire.send(datagram(0, {.sample_octets = 0, .has_config = true}));
  wire.send(datagram(1, {.type = ChunkType::DimmerLevels, .sample_octets = 12}));
  CHECK(wire.stream().counts().empty_chunks == 1);
  CHECK(wire.stream().counts().other_chunks == 1);
  CHECK(wire.stream().arrivals().metrics().summary().datagrams == 0);
}

TEST_CASE("the last fragment of a frame that a sender sends twice adds no samples", "[parser]") {
  TappedWire wire;
  const auto fragment = [](bool is_last, std::int64_t number) {
    return Message{.type = ChunkType::FrameSequel,
                   .timestamp_us = number,
                   .sample_octets = 70,
                   .is_last_fragment = is_last};
  };
  for (std::uint16_t i = 0; i < 3; ++i) {
    const auto first = static_cast<std::uint16_t>(4 * i);
    wire.send(datagram(first, {.type = ChunkType::FrameFirst,
                               .timestamp_us = 20'000 * i,
                               .sample_octets = 70,
                               .has_config = true,
                               .mode = wire::ServiceMode::GraphicDiscrete}));
    wire.send(datagram(static_cast<std::uint16_t>(first + 1), fragment(false, 1)));
    wire.send(datagram(static_cast<std::uint16_t>(first + 2), fragment(true, 2)));
    wire.send(datagram(static_cast<std::uint16_t>(first + 3), fragment(true, 2)));
  }
  CHECK(wire.stream().counts().frames == 3);
  CHECK(wire.stream().counts().sequel_fragments == 9);
  CHECK(wire.stream().arrivals().metrics().summary().samples == 3 * 30);
}
