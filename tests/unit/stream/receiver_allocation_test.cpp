// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/heap_calls.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

Message chunk_of(wire::ChunkType type, std::uint32_t timestamp, Bytes data) {
  return {.type = type, .timestamp = timestamp, .data = std::move(data)};
}

/// A DMX line, DMX levels and audio, one chunk of each; the first ones open their channels.
std::vector<Message> other_modes(std::uint32_t timestamp) {
  using wire::ChunkType;
  using wire::ServiceMode;
  static const Bytes kStereo = from_hex("61 02 00 00");
  static const Bytes kMap = from_hex("43 00 01 40");
  Bytes line(4 + 64), levels(4 + 64), audio(4 + 4 * 48);
  line[0] = std::byte{1};
  line[1] = static_cast<std::byte>(timestamp / 1000);
  levels[0] = audio[0] = std::byte{0x10};
  audio[2] = std::byte{0x03};
  audio[3] = std::byte{0xE8};
  std::vector<Message> all{chunk_of(ChunkType::OctetSegment, timestamp, line),
                           chunk_of(ChunkType::DimmerLevels, timestamp, levels),
                           chunk_of(ChunkType::AudioWave, timestamp, audio)};
  if (timestamp % 200'000 == 0) {
    all[0].config =
        wire::ChannelConfig{.routing = true, .service_id = 5, .mode = ServiceMode::Dmx512Continuous};
    all[1].config = routing(ServiceMode::Dmx512Discrete, 6);
    all[1].config->service_configuration = kMap;
    all[2].config = routing(ServiceMode::AudioContinuous);
    all[2].config->service_configuration = kStereo;
  }
  return all;
}

/// A second of a wave stream, a fragmented frame stream, DMX and audio in parallel, with acknowledges, pings,
/// and a connection that is opened and closed.
std::vector<Bytes> one_second(std::uint16_t sequence) {
  std::vector<Bytes> datagrams;
  const auto add = [&](Message message, std::uint8_t channel) {
    message.channel = channel;
    const auto command = sequence % 100 == 0 ? wire::Command::RtMessageAckRequest : wire::Command::RtMessage;
    datagrams.push_back(packet(command, sequence++, encode(message)));
  };
  for (std::uint32_t i = 0; i < 1000; ++i) {
    add(i % 200 == 0 ? opening_wave(i * 1000, 1) : wave(i * 1000), 0);
    std::uint8_t channel = 2;
    for (const Message& message : other_modes(i * 1000)) add(message, channel++);
    if (i % 20 == 0) {
      Message first = i % 200 == 0 ? opening_frame(i * 1000, 2) : frame(i * 1000);
      first.type = wire::ChunkType::FrameFirst;
      add(first, 1);
      add({.type = wire::ChunkType::FrameSequel,
           .timestamp = i * 1000 + 1,
           .data = Bytes(7000),
           .last_fragment = true},
          1);
      datagrams.push_back(packet(wire::Command::PingRequest, 0, Bytes(100)));
      datagrams.push_back(packet(wire::Command::RtMessageAckRequest, 0, {}, 7));
      datagrams.push_back(packet(wire::Command::RtAbort, 1, {}, 7));
    }
  }
  return datagrams;
}

TEST_CASE("once everything has occurred, a receiver allocates nothing", "[stream]") {
  struct Silent : stream::ReceiverListener {
    std::size_t samples = 0;
    std::size_t others = 0;
    void on_datagram(const stream::DatagramReport& report) override {
      if (const auto* shown = report.laser())
        samples += shown->samples.size();
      else if (!std::holds_alternative<std::monostate>(report.content))
        ++others;
    }
  } listener;
  auto config = buffering_config();
  config.services.push_back({6, wire::ServiceType::Dmx512, 0, 0, {}});
  stream::Receiver receiver(config, listener);
  const auto datagrams = one_second(0);
  const auto play = [&](TimePoint now) {
    for (const Bytes& datagram : datagrams) {
      receiver.on_datagram(datagram, kClient, now += std::chrono::microseconds(240));
      static_cast<void>(receiver.poll_transmit());
    }
    receiver.on_deadline(now + std::chrono::seconds(2));
  };
  play(kStart);
  const std::size_t warm_up = listener.samples;
  REQUIRE(warm_up > 20'000);
  REQUIRE(listener.others == 3000);
  std::size_t allocations = 0;
  {
    const HeapCalls calls;
    play(kStart + std::chrono::seconds(60));
    allocations = calls.count();
  }
  CHECK(allocations == 0);
  CHECK(listener.samples == 2 * warm_up);
  CHECK(listener.others == 6000);
}

}  // namespace
}  // namespace idn::test
