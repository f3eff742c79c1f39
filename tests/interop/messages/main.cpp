// SPDX-License-Identifier: MIT
// Writes a capture with messages that none of our programs sends: DMX512, effects and audio, made by the wire
// encoders of the library. tshark_messages.py has the expected values.
#include <fmt/core.h>

#include "idn/capture/pcap_writer.hpp"
#include "idn/wire/audio.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/dmx.hpp"

namespace {

using namespace idn;
using wire::ChunkType;
using wire::ServiceMode;

constexpr Endpoint kFrom = Endpoint::ipv4(0x0A4D0001, 5000);
constexpr Endpoint kTo = Endpoint::ipv4(0x0A4D0002, kIdnPort);
constexpr std::size_t kLongest = 1454;

/// Octet `i` of the contents, as in tshark_messages.py.
std::byte content(std::size_t i) {
  return static_cast<std::byte>((i * 7 + 3) & 0xFF);
}

struct Chunk {
  std::uint8_t channel = 0;
  ServiceMode mode{};
  std::uint8_t service_id = 0;
  std::uint8_t data_match = 0;
  ChunkType type{};
  ConstBytes configuration{};
};

/// Writes each chunk to the capture as one datagram, a millisecond after the previous one.
class Line {
 public:
  explicit Line(const std::string& path) : file_(capture::PcapWriter::open(path).value()) {}

  template <class Header>
  void send(const Chunk& chunk, const Header& header, std::size_t first, std::size_t octets) {
    std::array<std::byte, kLongest> room;
    ByteWriter out(room);
    wire::PacketHeader{wire::Command::RtMessage, 0, sequence_}.encode(out);
    const wire::ChannelConfig config{.routing = true,
                                     .data_match = chunk.data_match,
                                     .service_id = chunk.service_id,
                                     .mode = chunk.mode,
                                     .service_configuration = chunk.configuration};
    const auto total = wire::ChannelMessageHeader::kSize + config.wire_size() + Header::kSize + octets;
    wire::ChannelMessageHeader{static_cast<std::uint16_t>(total), chunk.channel, true, chunk.type,
                               wrap(sequence_ * 1000)}
        .encode(out);
    config.encode(out);
    header.encode(out);
    for (std::size_t i = first; i < first + octets; ++i) out.write(static_cast<std::uint8_t>(content(i)));
    record(out.written());
    ++sequence_;
  }
  void close() { file_->close(); }

 private:
  void record(ConstBytes datagram) {
    std::array<std::byte, capture::kUdpPacketHeaders + kLongest> packet;
    const std::size_t size = capture::encode_udp_packet(kFrom, kTo, datagram, packet);
    file_->write(sequence_ * std::chrono::milliseconds(1), ConstBytes(packet).first(size));
  }

  std::unique_ptr<capture::PcapWriter> file_;
  std::uint16_t sequence_ = 0;
};

/// A whole DMX packet in two segments.
void send_continuous(Line& line, ServiceMode mode, std::uint8_t channel, std::uint8_t service) {
  constexpr std::size_t kFirst = 300;
  const Chunk chunk{channel, mode, service, 0, ChunkType::OctetSegment, {}};
  line.send(chunk, wire::OctetSegmentHeader{.sequence = 255}, 0, kFirst);
  line.send(chunk, wire::OctetSegmentHeader{.is_last = true, .sequence = 255, .offset = kFirst}, kFirst,
            wire::kMaxDmxPacket - kFirst);
}

ConstBytes encoded(const wire::DimmerMap& map, MutableBytes room) {
  ByteWriter tags(room);
  map.encode(tags);
  return tags.written();
}

void send_discrete(Line& line, ServiceMode mode, std::uint8_t channel, std::uint8_t service) {
  std::array<std::byte, 64> room;
  wire::DimmerMap subsets, rest;
  if (!subsets.add({.base = 1, .count = 3}) || !subsets.add({.base = 258, .count = 255}) ||
      !subsets.add({.base = wire::DimmerMap::kIgnored, .count = 2}) || !rest.add_rest(101))
    throw std::logic_error("the maps are not as meant");
  line.send(Chunk{channel, mode, service, 1, ChunkType::DimmerLevels, encoded(subsets, room)},
            wire::OctetChunkHeader{.config_match = 1}, 0, 3 + 255 + 2);
  line.send(Chunk{channel, mode, service, 2, ChunkType::DimmerLevels, encoded(rest, room)},
            wire::OctetChunkHeader{.config_match = 2}, 0, 412);
  line.send(Chunk{channel, mode, service, 3, ChunkType::DimmerLevels, {}},
            wire::OctetChunkHeader{.config_match = 3}, 0, wire::kDmxSlots);
  line.send(Chunk{channel, mode, service, 3, ChunkType::OctetString, {}},
            wire::OctetChunkHeader{.config_match = 3}, 0, 24);
}

void send_audio(Line& line) {
  constexpr std::size_t kSamples = 48;
  std::array<std::byte, 16> room;
  ByteWriter tags(room);
  const auto layout = wire::AudioLayout::common(wire::AudioFormat::Int16, 0, 2).value();
  layout.encode(tags);
  line.send(Chunk{12, ServiceMode::AudioContinuous, 0, 1, ChunkType::AudioWave, tags.written()},
            wire::ChunkHeader{.config_match = 1, .duration_us = 1000}, 0, kSamples * layout.sample_size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: interop_messages CAPTURE\n");
    return 2;
  }
  Line line(argv[1]);
  send_continuous(line, ServiceMode::Dmx512Continuous, 8, 5);
  send_continuous(line, ServiceMode::EffectsContinuous, 9, 1);
  send_discrete(line, ServiceMode::Dmx512Discrete, 10, 5);
  send_discrete(line, ServiceMode::EffectsDiscrete, 11, 1);
  send_audio(line);
  line.close();
}
