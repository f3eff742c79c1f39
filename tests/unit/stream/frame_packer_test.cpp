// SPDX-License-Identifier: MIT
#include "stream/send/frame_packer.hpp"

#include "idn/wire/channel_message.hpp"
#include "stream/receive/frame_assembler.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::stream;

namespace {

/// In the 7 octets of the golden datagrams.
FramePacker make_frame_packer(PackerConfig config, const FrameLimits& limits = {}) {
  config.format = wire::SampleFormat::Xyrgb;
  return FramePacker::create(config, limits).value();
}

std::vector<LaserSample> ramp(std::size_t count) {
  std::vector<LaserSample> samples(count);
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = {.x = static_cast<std::int16_t>(i),
                  .y = static_cast<std::int16_t>(-static_cast<int>(i)),
                  .r = static_cast<std::uint16_t>(257 * (i % 256))};
  return samples;
}

/// A decoded datagram. The view is valid as long as the packer's buffer.
struct Part {
  explicit Part(ConstBytes datagram) : size(datagram.size()) {
    ByteReader in(datagram);
    packet = wire::PacketHeader::decode(in).value();
    message = wire::ChannelMessage::decode(in.take_rest()).value();
    ByteReader body(message.data);
    if (!wire::is_sequel(message.header.type)) chunk = wire::ChunkHeader::decode(body).value();
    data = body.take_rest();
  }
  std::size_t size;
  wire::PacketHeader packet;
  wire::ChannelMessage message;
  wire::ChunkHeader chunk;
  ConstBytes data;
};

}  // namespace

TEST_CASE("the frame packer produces the datagram of the specification's example", "[stream][vectors]") {
  // Vector 20 with another match value: the golden octets differ only in SDM and SCM (1 there, 2 here).
  auto golden = test::vector_file("idn/20-frame-open-entire.hex");
  golden[0x0D] = std::byte{0x21};
  golden[0x20] = std::byte{0x21};
  const std::vector<LaserSample> square{{-10000, -10000},
                                        {10000, -10000, 0xFFFF},
                                        {10000, 10000, 0, 0xFFFF},
                                        {-10000, 10000, 0, 0, 0xFFFF},
                                        {-10000, -10000, 0xFFFF, 0xFFFF, 0xFFFF}};
  auto packer = make_frame_packer({.rate = {1'000}, .service_id = 2, .channel = 3, .first_sequence = 200});
  packer.begin(square, 20'000'000, stream::FrameRepeat::Once);
  const ConstBytes datagram = packer.next(false);
  CHECK(std::vector(datagram.begin(), datagram.end()) == golden);
  CHECK_FALSE(packer.has_more());
}

TEST_CASE("a frame that one message cannot hold goes out in fragments within the limit", "[stream]") {
  const std::size_t limit = GENERATE(576, 1454, FrameLimits::kLongestDatagram);
  CAPTURE(limit);
  auto packer = make_frame_packer({.rate = {30'000}}, {limit});
  const auto frame = ramp(20'000);
  packer.begin(frame, 5'000'000, stream::FrameRepeat::UntilNext);
  std::vector<std::byte> octets;
  std::uint32_t index = 0;
  do {
    CHECK(packer.is_at_start() == (index == 0));
    const Part part(packer.next(false));
    CHECK(part.size <= limit);
    CHECK(part.packet.sequence == index);
    CHECK(static_cast<std::uint32_t>(part.message.header.timestamp) == 5'000'000 + index);
    CHECK(part.message.header.type ==
          (index == 0 ? wire::ChunkType::FrameFirst : wire::ChunkType::FrameSequel));
    CHECK(part.message.header.is_last_fragment() == !packer.has_more());
    if (index == 0) CHECK(part.chunk.duration_us == 666'633);  // 19999 segments at 30 kHz
    octets.insert(octets.end(), part.data.begin(), part.data.end());
    ++index;
  } while (packer.has_more());
  // 36 octets before the first data (headers, configuration of 20, chunk header), 12 before the others.
  CHECK(index == 1 + (140'000 - (limit - 36) + (limit - 12) - 1) / (limit - 12));
  std::vector<LaserSample> decoded(20'000);
  CHECK(wire::decode_samples(wire::SampleFormat::Xyrgb, octets, decoded) == 20'000);
  CHECK(decoded.back().x == frame.back().x);
  CHECK(decoded[12'345].r == frame[12'345].r);
}

TEST_CASE("an empty frame becomes two dark samples, which every receiver takes", "[stream]") {
  auto packer = make_frame_packer({});
  const LaserSample lit{.x = 5, .y = 6, .r = 0xFFFF};
  const std::size_t count = GENERATE(0, 1);
  CHECK(packer.begin({&lit, count}, 0, stream::FrameRepeat::UntilNext) == 2);
  const Part part(packer.next(false));
  CHECK(part.chunk.duration_us == 200);
  std::vector<LaserSample> decoded(2);
  REQUIRE(wire::decode_samples(wire::SampleFormat::Xyrgb, part.data, decoded) == 2);
  const LaserSample place = count == 0 ? LaserSample{} : blanked(lit);
  CHECK(decoded == std::vector<LaserSample>{place, place});
}

TEST_CASE("frames longer than receivers hold are cut, and start anew when a frame is given up", "[stream]") {
  auto packer = make_frame_packer({}, {576});
  packer.begin(ramp(30'000), 0, stream::FrameRepeat::UntilNext);
  std::size_t octets = 0;
  do octets += Part(packer.next(false)).data.size();
  while (packer.has_more());
  CHECK(octets == max_frame_samples(wire::SampleFormat::Xyrgb) * 7);
  CHECK(octets <= FrameLimits::kMaxOctets);
  packer.begin(ramp(1'000), 1'000, stream::FrameRepeat::UntilNext);
  packer.next(false);
  CHECK(packer.begin(ramp(10), 2'000, stream::FrameRepeat::UntilNext) == 10);
  CHECK(packer.is_at_start());
  CHECK(Part(packer.next(false)).message.header.type == wire::ChunkType::Frame);
  CHECK_FALSE(packer.has_more());
}

TEST_CASE("frame timestamps never decrease", "[stream]") {
  auto packer = make_frame_packer({});
  const auto stamp = [&](std::int64_t us) {
    packer.begin(ramp(2), us, stream::FrameRepeat::UntilNext);
    return static_cast<std::uint32_t>(Part(packer.next(false)).message.header.timestamp);
  };
  CHECK(stamp(1'000) == 1'000);
  CHECK(stamp(500) == 1'000);
  ByteReader in(packer.pack_void(700, false));
  wire::PacketHeader::decode(in).value();
  CHECK(static_cast<std::uint32_t>(wire::ChannelMessage::decode(in.take_rest())->header.timestamp) == 1'000);
  CHECK(stamp(2'000) == 2'000);
}

TEST_CASE("datagram limits that cannot hold a frame are refused", "[stream]") {
  const auto error = [](const PackerConfig& config, std::size_t limit) {
    return FramePacker::create(config, {limit}).error().code;
  };
  CHECK(error({}, 575) == Errc::InvalidPacketSize);
  CHECK(error({}, FrameLimits::kLongestDatagram + 1) == Errc::InvalidPacketSize);
  CHECK(error({.rate = {0}}, 1454) == Errc::InvalidRate);
}
