// SPDX-License-Identifier: MIT
// An executable of its own: it replaces the global operator new.
#include <cstdlib>
#include <new>

#include "support/catch.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace {
bool counting = false;
std::size_t allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  if (counting) ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (counting) ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace idn::test {
namespace {

/// A second of a wave stream and a fragmented frame stream side by side, with acknowledges, pings and a
/// connection that comes and goes.
std::vector<Bytes> one_second(std::uint16_t sequence) {
  std::vector<Bytes> datagrams;
  const auto add = [&](Message message, std::uint8_t channel) {
    message.channel = channel;
    const auto command = sequence % 100 == 0 ? wire::Command::RtMessageAckRequest : wire::Command::RtMessage;
    datagrams.push_back(packet(command, sequence++, encode(message)));
  };
  for (std::uint32_t i = 0; i < 1000; ++i) {
    add(i % 200 == 0 ? opening_wave(i * 1000, 1) : wave(i * 1000), 0);
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
    void on_samples(const stream::ChannelId&, const stream::SampleChunk& shown) override {
      samples += shown.samples.size();
    }
  } listener;
  stream::Receiver receiver(example_config(), listener);
  const auto datagrams = one_second(0);
  const auto play = [&](TimePoint now) {
    for (const Bytes& datagram : datagrams) {
      receiver.on_datagram(datagram, kClient, now += std::chrono::microseconds(900));
      static_cast<void>(receiver.poll_transmit());
    }
    receiver.on_deadline(now + std::chrono::seconds(2));
  };
  play(kStart);
  const std::size_t warm_up = listener.samples;
  REQUIRE(warm_up > 20'000);
  counting = true;
  play(kStart + std::chrono::seconds(60));
  counting = false;
  CHECK(allocations == 0);
  CHECK(listener.samples == 2 * warm_up);
}

}  // namespace
}  // namespace idn::test
