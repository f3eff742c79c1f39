// SPDX-License-Identifier: MIT
// Frames in fragments: with any cuts and any network faults, a frame is shown exactly as it was sent or not at
// all.
#include <algorithm>
#include <random>

#include "property/generated_network.hpp"
#include "property/property.hpp"
#include "unit/stream/receiver_fixture.hpp"

using namespace idn;
using test::Bytes;
using test::Message;

namespace {

constexpr std::size_t kSampleSize = 7;

/// Timestamps of the fragments of a frame: incremented, as specified, or equal, as one existing sender has
/// them.
enum class StageTimestamps { Ascending, Equal };

struct Frame {
  Bytes samples;
  std::vector<std::size_t> packets;  ///< indices of the packets with its fragments
};

struct FrameStream {
  std::vector<Frame> frames;
  std::vector<Bytes> packets;
};

Bytes any_samples() {
  const auto count = *rc::gen::weightedOneOf<std::size_t>({{1, rc::gen::just(std::size_t{0})},
                                                           {8, rc::gen::inRange<std::size_t>(2, 400)},
                                                           {1, rc::gen::inRange<std::size_t>(2, 20'000)}})
                          .as("samples of a frame");
  std::minstd_rand random(*rc::gen::arbitrary<std::uint32_t>());
  Bytes octets(count * kSampleSize);
  for (auto& octet : octets) octet = static_cast<std::byte>(random() >> 8);
  return octets;
}

/// Boundaries of the fragments: anywhere, also within a sample; fragments may be empty, and are limited to the
/// size of a message.
std::vector<std::size_t> any_cuts(std::size_t size) {
  constexpr std::size_t kMostPerMessage = 60'000;
  auto cuts =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, size + 1)).as("cuts");
  for (std::size_t at = kMostPerMessage; at < size; at += kMostPerMessage) cuts.push_back(at);
  cuts.insert(cuts.end(), {0, size, size});  // at least a first fragment and a sequel
  std::ranges::sort(cuts);
  return cuts;
}

Message first_fragment(std::uint32_t timestamp, ConstBytes octets) {
  Message message{.type = wire::ChunkType::FrameFirst, .timestamp = timestamp, .data = test::chunk(0, 5000)};
  message.config = test::routing(wire::ServiceMode::GraphicDiscrete);
  message.data.insert(message.data.end(), octets.begin(), octets.end());
  return message;
}

Message sequel(std::uint32_t timestamp, ConstBytes octets, bool last) {
  return {.type = wire::ChunkType::FrameSequel,
          .timestamp = timestamp,
          .data = {octets.begin(), octets.end()},
          .last_fragment = last};
}

/// Appends a frame. The difference between the timestamps of frames exceeds the number of fragments.
void append_frame(std::uint32_t timestamp, StageTimestamps stamps, FrameStream& stream) {
  Frame frame{any_samples(), {}};
  const auto cuts = any_cuts(frame.samples.size());
  const std::size_t last = cuts.size() - 2;
  for (std::size_t i = 0; i <= last; ++i) {
    const auto octets = ConstBytes(frame.samples).subspan(cuts[i], cuts[i + 1] - cuts[i]);
    const std::uint32_t stamp =
        stamps == StageTimestamps::Ascending ? timestamp + static_cast<std::uint32_t>(i) : timestamp;
    const Message message = i == 0 ? first_fragment(timestamp, octets) : sequel(stamp, octets, i == last);
    frame.packets.push_back(stream.packets.size());
    stream.packets.push_back(test::packet(wire::Command::RtMessage,
                                          static_cast<std::uint16_t>(stream.packets.size()), encode(message)));
  }
  stream.frames.push_back(std::move(frame));
}

FrameStream any_frames() {
  const auto stamps = *rc::gen::element(StageTimestamps::Ascending, StageTimestamps::Equal);
  const int count = *rc::gen::inRange(1, 6).as("frames");
  std::uint32_t timestamp = *rc::gen::arbitrary<std::uint32_t>().as("first timestamp");
  FrameStream stream;
  for (int i = 0; i < count; ++i) append_frame(timestamp += 20'000, stamps, stream);
  return stream;
}

/// Whether each packet is newer than all that arrived before it.
std::vector<bool> taken(const std::vector<std::size_t>& arrivals, std::size_t count) {
  std::vector<bool> is_taken(count, false);
  std::size_t next = 0;
  for (const std::size_t i : arrivals) {
    if (i < next) continue;
    next = i + 1;
    is_taken[i] = true;
  }
  return is_taken;
}

std::vector<LaserSample> decoded(const Bytes& octets) {
  std::vector<LaserSample> samples(octets.size() / kSampleSize);
  wire::decode_samples(wire::SampleFormat::Xyrgb, octets, samples);
  return samples;
}

}  // namespace

TEST_CASE("a frame in fragments is shown whole when all of them arrive in order, else not at all", "[stream]") {
  test::holds([] {
    const FrameStream stream = any_frames();
    const auto arrivals = test::any_arrivals(stream.packets.size());
    test::ReceiverFixture fixture;
    for (const std::size_t i : arrivals)
      fixture.receiver.on_datagram(stream.packets[i], test::kClient, fixture.now);

    const auto is_taken = taken(arrivals, stream.packets.size());
    std::vector<std::vector<LaserSample>> whole;
    for (const Frame& frame : stream.frames)
      if (std::ranges::all_of(frame.packets, [&](std::size_t i) { return is_taken[i]; }))
        whole.push_back(decoded(frame.samples));
    std::vector<std::vector<LaserSample>> shown;
    for (const auto& chunk : fixture.journal.chunks) shown.push_back(chunk.samples);
    RC_ASSERT((shown == whole));
  });
}

TEST_CASE("keepalives between the fragments of a frame do no harm", "[stream]") {
  test::holds([] {
    FrameStream stream;
    append_frame(1000, StageTimestamps::Ascending, stream);
    test::ReceiverFixture fixture;
    for (const Bytes& fragment : stream.packets) {
      Bytes numbered = fragment;
      ByteWriter out(numbered);
      wire::PacketHeader{wire::Command::RtMessage, 0, fixture.next_sequence}.encode(out);
      fixture.next_sequence++;
      fixture.feed(numbered);
      fixture.tell({.timestamp = 2000});
    }
    RC_ASSERT(fixture.journal.chunks.size() == 1u);
    RC_ASSERT((fixture.journal.chunks[0].samples == decoded(stream.frames[0].samples)));
  });
}
