// SPDX-License-Identifier: MIT
// The example datagrams of the protocol fact sheet, made and checked with independent implementations. Each
// decodes to the values in its description, and these encode to the same octets.
#include <concepts>

#include "idn/wire/acknowledge.hpp"
#include "idn/wire/audio.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/dictionary.hpp"
#include "idn/wire/dmx.hpp"
#include "idn/wire/hello.hpp"
#include "idn/wire/sample_codec.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "wire/client_group.hpp"

using namespace idn;
using namespace idn::wire;

namespace {

/// A vector, divided into its packet header and the rest.
struct Packet {
  explicit Packet(const std::string& name) : octets(test::vector_file("idn/" + name + ".hex")) {
    ByteReader in(octets);
    header = PacketHeader::decode(in).value();
    payload = in.take_rest();
  }

  template <class T>
  T payload_as() const {
    ByteReader in(payload);
    return T::decode(in).value();
  }
  ChannelMessage message() const { return ChannelMessage::decode(payload).value(); }

  std::vector<std::byte> octets;
  PacketHeader header;
  ConstBytes payload;
};

/// The octets of a packet. `payload`: a structure with encode(), or a function that writes to a ByteWriter.
template <class T>
std::vector<std::byte> encoded(const PacketHeader& header, const T& payload) {
  std::vector<std::byte> octets(65507);
  ByteWriter out(octets);
  header.encode(out);
  if constexpr (std::invocable<const T&, ByteWriter&>)
    payload(out);
  else
    payload.encode(out);
  REQUIRE(out.ok());
  octets.resize(out.position());
  return octets;
}

std::vector<std::byte> encoded(const PacketHeader& header) {
  return encoded(header, [](ByteWriter&) {});
}

/// Decodes the chunk of a wave or frame message by the dictionary of its own configuration.
struct Chunk {
  Chunk(const ChannelMessage& message, const SampleLayout& layout) {
    ByteReader in(message.data);
    header = ChunkHeader::decode(in).value();
    octets = in.take_rest();
    samples.resize(octets.size() / layout.sample_size());
    layout.decode(octets, samples);
  }
  ChunkHeader header;
  ConstBytes octets;
  std::vector<LaserSample> samples;
};

SampleLayout own_layout(const ChannelMessage& message) {
  return SampleLayout::from_dictionary(message.config.value().service_configuration).value();
}

void write(ByteWriter& out, const ChannelMessage& message, const ChunkHeader& chunk, ConstBytes samples) {
  message.header.encode(out);
  if (message.config) message.config->encode(out);
  chunk.encode(out);
  out.write(samples);
}

constexpr LaserSample rgb8(int x, int y, int r, int g, int b) {
  const auto wide = [](int v) { return static_cast<std::uint16_t>(v * 257); };
  return {static_cast<std::int16_t>(x),
          static_cast<std::int16_t>(y),
          wide(r),
          wide(g),
          wide(b),
          static_cast<std::uint16_t>(r || g || b ? 0xFFFF : 0)};
}

}  // namespace

TEST_CASE("01 and 03: scan and service map requests are bare headers", "[wire][vectors]") {
  const Packet scan("01-scan-request"), map("03-servicemap-request");
  CHECK(scan.header == PacketHeader{Command::ScanRequest, 0, 1});
  CHECK(map.header == PacketHeader{Command::ServiceMapRequest, 0, 2});
  CHECK(encoded(scan.header) == scan.octets);
  CHECK(encoded(map.header) == map.octets);
}

TEST_CASE("02: scan response", "[wire][vectors]") {
  const Packet packet("02-scan-response");
  CHECK(packet.header == PacketHeader{Command::ScanResponse, 0, 1});
  const auto scan = packet.payload_as<ScanResponse>();
  CHECK(scan.protocol_version == 0x01);
  CHECK(scan.status == ScanResponse::kRealtime);
  CHECK(to_string(scan.unit_id) == "01-0242AC110A05");
  CHECK(scan.host_name.view() == "Beam-Left");
  const ScanResponse ours{.unit_id = UnitId::eui48({0x02, 0x42, 0xAC, 0x11, 0x0A, 0x05}),
                          .host_name = FixedText<20>("Beam-Left")};
  CHECK(encoded(packet.header, ours) == packet.octets);
}

TEST_CASE("04: service map response", "[wire][vectors]") {
  const Packet packet("04-servicemap-response");
  CHECK(packet.header == PacketHeader{Command::ServiceMapResponse, 0, 2});
  const std::array relays{ServiceMapEntry{0, ServiceType::Void, 0, 1, FixedText<20>("NodeB")}};
  const std::array services{ServiceMapEntry{1, ServiceType::LaserProjector, 1, 0, FixedText<20>("Left")},
                            ServiceMapEntry{2, ServiceType::LaserProjector, 0, 0, FixedText<20>("Right")},
                            ServiceMapEntry{5, ServiceType::Dmx512, 1, 1, FixedText<20>("DMX-A")}};
  const auto map = packet.payload_as<ServiceMap>();
  REQUIRE(map.relay_count() == 1);
  REQUIRE(map.service_count() == 3);
  CHECK(map.relay(0) == relays[0]);
  for (std::size_t i = 0; i < services.size(); ++i) CHECK(map.service(i) == services[i]);
  CHECK(encoded(packet.header, [&](ByteWriter& out) { ServiceMap::encode(relays, services, out); }) ==
        packet.octets);
}

TEST_CASE("05 and 06: ping carries an opaque payload there and back", "[wire][vectors]") {
  const Packet request("05-ping-request"), response("06-ping-response");
  CHECK(request.header == PacketHeader{Command::PingRequest, 0, 3});
  CHECK(response.header == PacketHeader{Command::PingResponse, 0, 3});
  CHECK(std::ranges::equal(request.payload, test::from_hex("00 00 00 00 00 98 96 80")));
  CHECK(encoded(response.header, [&](ByteWriter& out) { out.write(request.payload); }) == response.octets);
  CHECK(encoded(request.header, [&](ByteWriter& out) { out.write(request.payload); }) == request.octets);
}

TEST_CASE("07 and 08: client group get and its response", "[wire][vectors]") {
  const Packet request("07-group-get-request"), response("08-group-response");
  CHECK(request.header == PacketHeader{Command::GroupRequest, 0, 4});
  CHECK(request.payload_as<GroupRequest>() == GroupRequest{});
  CHECK(encoded(request.header, GroupRequest{}) == request.octets);
  CHECK(response.header == PacketHeader{Command::GroupResponse, 0, 4});
  CHECK(response.payload_as<GroupResponse>() == GroupResponse{GroupResult::Executed, 0xFFFF});
  CHECK(encoded(response.header, GroupResponse{}) == response.octets);
}

TEST_CASE("09: a wave message opens channel 0", "[wire][vectors]") {
  const Packet packet("09-wave-open-config");
  CHECK(packet.header == PacketHeader{Command::RtMessageAckRequest, 0, 100});
  const auto message = packet.message();
  CHECK(message.header == ChannelMessageHeader{172, 0, true, ChunkType::Wave, WireMicros{10'000'000}});
  CHECK(message.surplus == 0);
  REQUIRE(message.config.has_value());
  CHECK(message.config->routing);
  CHECK_FALSE(message.config->close);
  CHECK(message.config->data_match == 1);
  CHECK(message.config->service_id == 0);
  CHECK(message.config->mode == ServiceMode::GraphicContinuous);
  CHECK(std::ranges::equal(message.config->service_configuration, dictionary(SampleFormat::Xyrgb)));

  const Chunk chunk(message, own_layout(message));
  CHECK(chunk.header == ChunkHeader{1, false, 1000});
  REQUIRE(chunk.samples.size() == 20);
  CHECK(chunk.samples[0] == rgb8(0, 0, 0, 0, 0));
  CHECK(chunk.samples[1] == rgb8(1000, 500, 255, 128, 0));
  CHECK(chunk.samples[19] == rgb8(19000, 9500, 255, 128, 0));

  std::vector<std::byte> samples(20 * 7);
  encode_samples(SampleFormat::Xyrgb, chunk.samples, samples);
  CHECK(encoded(packet.header, [&](ByteWriter& out) { write(out, message, {1, false, 1000}, samples); }) ==
        packet.octets);
}

TEST_CASE("10, 16 and 19: acknowledges", "[wire][vectors]") {
  const auto check = [](const char* name, std::uint16_t sequence, const Acknowledge& expected) {
    const Packet packet(name);
    CHECK(packet.header == PacketHeader{Command::RtAcknowledge, 0, sequence});
    CHECK(packet.payload_as<Acknowledge>() == expected);
    CHECK(encoded(packet.header, expected) == packet.octets);
  };
  check("10-acknowledge-success", 100,
        {AckResult::Accepted, input_event::kNew, pipeline_event::kRouted, ack_status::kOpenChannels, 0, 0});
  check("16-acknowledge-close", 105, {});
  check("19-acknowledge-not-connected", 108, {AckResult::EmptyClose, 0, 0, 0, 0, 0});
}

TEST_CASE("11: the next wave message continues without configuration", "[wire][vectors]") {
  const Packet packet("11-wave-next");
  CHECK(packet.header == PacketHeader{Command::RtMessage, 0, 101});
  const auto message = packet.message();
  CHECK(message.header == ChannelMessageHeader{152, 0, false, ChunkType::Wave, WireMicros{10'001'000}});
  CHECK_FALSE(message.config.has_value());
  const Chunk chunk(message, SampleLayout::from_dictionary(dictionary(SampleFormat::Xyrgb)).value());
  CHECK(chunk.header == ChunkHeader{1, false, 1000});
  REQUIRE(chunk.samples.size() == 20);
  CHECK(chunk.samples[0] == rgb8(18000, 9000, 0, 128, 255));
  CHECK(chunk.samples[1] == rgb8(17000, 8500, 0, 128, 255));
  CHECK(chunk.samples[19] == rgb8(-1000, -500, 0, 128, 255));
  std::vector<std::byte> samples(20 * 7);
  encode_samples(SampleFormat::Xyrgb, chunk.samples, samples);
  CHECK(encoded(packet.header, [&](ByteWriter& out) { write(out, message, {1, false, 1000}, samples); }) ==
        packet.octets);
}

TEST_CASE("12 to 18: keepalive, close and abort", "[wire][vectors]") {
  const Packet keepalive("12-keepalive-void-message");
  CHECK(keepalive.header == PacketHeader{Command::RtMessage, 0, 102});
  CHECK(keepalive.message().header ==
        ChannelMessageHeader{8, 0, false, ChunkType::Void, WireMicros{10'002'000}});
  CHECK(encoded(keepalive.header, [](ByteWriter& out) { encode_void(0, WireMicros{10'002'000}, out); }) ==
        keepalive.octets);

  const Packet close("14-channel-close");
  CHECK(close.header == PacketHeader{Command::RtMessage, 0, 104});
  const auto message = close.message();
  CHECK(message.config->close);
  CHECK_FALSE(message.config->routing);
  CHECK(message.config->mode == ServiceMode::Void);
  CHECK(encoded(close.header, [](ByteWriter& out) { encode_channel_close(0, WireMicros{10'003'000}, out); }) ==
        close.octets);

  const auto bare = [](const char* name, Command command, std::uint16_t sequence) {
    const Packet packet(name);
    CHECK(packet.header == PacketHeader{command, 0, sequence});
    CHECK(packet.payload.empty());
    CHECK(encoded(PacketHeader{command, 0, sequence}) == packet.octets);
  };
  bare("13-keepalive-empty-packet", Command::RtMessage, 103);
  bare("15-session-close-ackreq", Command::RtCloseAckRequest, 105);
  bare("17-session-close", Command::RtClose, 106);
  bare("18-session-abort", Command::RtAbort, 107);
}

TEST_CASE("20: a whole frame opens channel 3 on service 2, drawn once", "[wire][vectors]") {
  const Packet packet("20-frame-open-entire");
  const auto message = packet.message();
  CHECK(message.header == ChannelMessageHeader{67, 3, true, ChunkType::Frame, WireMicros{20'000'000}});
  CHECK(message.config->service_id == 2);
  CHECK(message.config->mode == ServiceMode::GraphicDiscrete);
  const Chunk chunk(message, own_layout(message));
  CHECK(chunk.header == ChunkHeader{1, true, 4000});
  CHECK(chunk.samples == std::vector{rgb8(-10000, -10000, 0, 0, 0), rgb8(10000, -10000, 255, 0, 0),
                                     rgb8(10000, 10000, 0, 255, 0), rgb8(-10000, 10000, 0, 0, 255),
                                     rgb8(-10000, -10000, 255, 255, 255)});
  CHECK(encoded(packet.header, [&](ByteWriter& out) { write(out, message, {1, true, 4000}, chunk.octets); }) ==
        packet.octets);
}

TEST_CASE("21 to 23: three fragments make one frame of twelve samples", "[wire][vectors]") {
  const Packet first("21-frame-first-fragment"), middle("22-frame-sequel-middle"), last("23-frame-sequel-last");
  const auto opening = first.message();
  CHECK(opening.header == ChannelMessageHeader{67, 3, true, ChunkType::FrameFirst, WireMicros{20'033'333}});
  ByteReader in(opening.data);
  CHECK(ChunkHeader::decode(in) == ChunkHeader{1, false, 11'000});
  std::vector<std::byte> frame;
  const auto append = [&](ConstBytes octets) { frame.insert(frame.end(), octets.begin(), octets.end()); };
  append(in.take_rest());

  CHECK(middle.message().header ==
        ChannelMessageHeader{36, 3, false, ChunkType::FrameSequel, WireMicros{20'033'334}});
  append(middle.message().data);
  CHECK(last.message().header ==
        ChannelMessageHeader{29, 3, true, ChunkType::FrameSequel, WireMicros{20'033'335}});
  CHECK(last.message().header.is_last_fragment());
  CHECK_FALSE(last.message().config.has_value());
  append(last.message().data);

  std::vector<LaserSample> samples(12);
  REQUIRE(frame.size() == 12 * 7);
  CHECK(own_layout(opening).decode(frame, samples) == 12);
  CHECK(samples[0] == rgb8(12000, 0, 0, 0, 0));
  CHECK(samples[5] == rgb8(-11514, 3381, 0, 200, 100));
  CHECK(samples[11] == rgb8(12000, 0, 0, 200, 100));

  for (const Packet* packet : {&middle, &last}) {
    const auto message = packet->message();
    CHECK(encoded(packet->header, [&](ByteWriter& out) {
            message.header.encode(out);
            out.write(message.data);
          }) == packet->octets);
  }
  CHECK(encoded(first.header, [&](ByteWriter& out) {
          write(out, opening, {1, false, 11'000}, opening.data.subspan(ChunkHeader::kSize));
        }) == first.octets);
}

TEST_CASE("24 and 25: empty frame, and a close that carries the closing message", "[wire][vectors]") {
  const Packet empty("24-frame-empty");
  const auto message = empty.message();
  ByteReader in(message.data);
  CHECK(ChunkHeader::decode(in) == ChunkHeader{1, false, 0});
  CHECK(in.remaining() == 0);
  CHECK(encoded(empty.header, [&](ByteWriter& out) { write(out, message, {1, false, 0}, {}); }) ==
        empty.octets);

  const Packet close("25-frame-close-combined");
  CHECK(close.header == PacketHeader{Command::RtClose, 0, 205});
  CHECK(encoded(close.header, [](ByteWriter& out) { encode_channel_close(3, WireMicros{20'099'999}, out); }) ==
        close.octets);
}

TEST_CASE("26: XYRGBI with SDM 2, as Helios SDK and laser-dac send it", "[wire][vectors]") {
  const Packet packet("26-wave-xyrgbi-sdm2");
  const auto message = packet.message();
  CHECK(message.config->data_match == 2);
  CHECK(message.config->service_id == 1);
  CHECK(std::ranges::equal(message.config->service_configuration, dictionary(SampleFormat::Xyrgbi)));
  const Chunk chunk(message, own_layout(message));
  CHECK(chunk.header == ChunkHeader{2, false, 666});
  REQUIRE(chunk.samples.size() == 20);
  CHECK(chunk.samples[0] == rgb8(-8000, 4000, 0, 255, 64));
  CHECK(chunk.samples[19] == rgb8(7200, 4000, 190, 65, 64));
  std::vector<std::byte> samples(20 * 8);
  encode_samples(SampleFormat::Xyrgbi, chunk.samples, samples);
  CHECK(encoded(packet.header, [&](ByteWriter& out) { write(out, message, {2, false, 666}, samples); }) ==
        packet.octets);
}

TEST_CASE("27: full ISP-DB25 in 14 octets", "[wire][vectors]") {
  const Packet packet("27-wave-ispdb25-full");
  const auto message = packet.message();
  CHECK(message.header.channel == 1);
  const auto layout = own_layout(message);
  CHECK(layout.sample_size() == 14);
  const auto at = [&](FieldKind kind) { return std::ranges::find(layout.fields(), kind, &SampleField::kind); };
  CHECK(at(FieldKind::Colour)->offset == 2);
  CHECK(at(FieldKind::Colour)->wavelength_nm == 638);
  CHECK(at(FieldKind::X)->offset == 8);
  CHECK(at(FieldKind::X)->width == 2);
  const Chunk chunk(message, layout);
  CHECK(chunk.header == ChunkHeader{1, false, 200});
  REQUIRE(chunk.samples.size() == 20);
  CHECK(chunk.samples[1].x == -4500);
  CHECK(chunk.samples[1].y == 250);
  CHECK(chunk.samples[1].r == 200 * 257);
  CHECK(chunk.samples[1].g == 150 * 257);
  CHECK(chunk.samples[1].b == 100 * 257);
  CHECK(chunk.samples[1].intensity == 0xFFFF);
  CHECK(chunk.samples[1].u1 == 50 * 257);
  CHECK(chunk.samples[1].u2 == 25 * 257);
  CHECK(chunk.samples[1].u3 == 12 * 257);
  CHECK(chunk.samples[1].x_prime == 500);
  std::vector<std::byte> again(chunk.octets.size());
  CHECK(SampleCodec(SampleFormat::IspDb25).encode(chunk.samples, again) == 20);
  CHECK(std::ranges::equal(again, chunk.octets));
  CHECK(encoded(packet.header, [&](ByteWriter& out) { write(out, message, {1, false, 200}, chunk.octets); }) ==
        packet.octets);
}

TEST_CASE("28: five dimmer levels for slots 1 to 3, 101 and 102", "[wire][vectors]") {
  const Packet packet("28-dmx-discrete-dimmer-levels");
  const auto message = packet.message();
  CHECK(message.header.type == ChunkType::DimmerLevels);
  CHECK(message.config->mode == ServiceMode::Dmx512Discrete);
  CHECK(message.config->service_id == 5);
  const auto map = DimmerMap::from_tags(message.config->service_configuration).value();
  CHECK(std::ranges::equal(map.subsets(), std::array{DimmerMap::Subset{1, 3}, DimmerMap::Subset{101, 2}}));

  ByteReader in(message.data);
  CHECK(OctetChunkHeader::decode(in) == OctetChunkHeader{1});
  const ConstBytes octets = in.take_rest();
  DmxLevels levels;
  REQUIRE(map.apply(octets, levels));
  CHECK(levels.is_set.count() == 5);
  CHECK(std::ranges::equal(std::span(levels.level).first(4), std::array{255, 128, 64, 0}));
  CHECK(levels.level[100] == 10);
  CHECK(levels.level[101] == 20);

  DimmerMap ours;
  REQUIRE(ours.add({1, 3}));
  REQUIRE(ours.add({101, 2}));
  std::array<std::byte, 8> tags{};
  ByteWriter out_tags(tags);
  ours.encode(out_tags);
  auto config = *message.config;
  config.service_configuration = out_tags.written();
  CHECK(encoded(packet.header, [&](ByteWriter& out) {
          message.header.encode(out);
          config.encode(out);
          OctetChunkHeader{1}.encode(out);
          out.write(octets);
        }) == packet.octets);
}

TEST_CASE("29: a whole DMX packet of four slots as one octet segment", "[wire][vectors]") {
  const Packet packet("29-dmx-continuous-octet-segment");
  const auto message = packet.message();
  CHECK(message.header.type == ChunkType::OctetSegment);
  CHECK(message.config->mode == ServiceMode::Dmx512Continuous);
  CHECK(message.config->service_id == 5);
  CHECK(message.config->service_configuration.empty());
  ByteReader in(message.data);
  const OctetSegmentHeader header{.is_last = true};
  CHECK(OctetSegmentHeader::decode(in) == header);
  const ConstBytes octets = in.take_rest();
  CHECK(std::ranges::equal(octets, test::from_hex("00 FF 00 7F 01")));
  CHECK(encoded(packet.header, [&](ByteWriter& out) {
          message.header.encode(out);
          message.config->encode(out);
          header.encode(out);
          out.write(octets);
        }) == packet.octets);
}

TEST_CASE("30: a millisecond of stereo at 48 kHz", "[wire][vectors]") {
  const Packet packet("30-audio-open");
  const auto message = packet.message();
  CHECK(message.header.type == ChunkType::AudioWave);
  CHECK(message.config->mode == ServiceMode::AudioContinuous);
  CHECK(message.config->service_id == 0);
  const auto layout = AudioLayout::from_dictionary(message.config->service_configuration).value();
  CHECK(layout.sample_size() == 4);
  REQUIRE(layout.channel_count() == 2);
  CHECK(layout.speaker(0) == Speaker::FrontLeft);
  CHECK(layout.speaker(1) == Speaker::FrontRight);

  ByteReader in(message.data);
  CHECK(ChunkHeader::decode(in) == ChunkHeader{1, false, 1000});
  const ConstBytes octets = in.take_rest();
  std::vector<std::int32_t> values(2 * 48);
  REQUIRE(layout.decode(octets, values) == 48);
  constexpr auto kWide = [](int value) { return value * 65536; };
  CHECK(std::ranges::equal(std::span(values).first(6), std::array{0, 0, kWide(0x0414), kWide(0xFBEC - 0x10000),
                                                                  kWide(0x0817), kWide(0xF7E9 - 0x10000)}));

  std::vector<std::byte> samples(octets.size()), tags(4);
  CHECK(layout.encode_values(values, samples) == 48);
  ByteWriter out_tags(tags);
  AudioLayout::common(AudioFormat::Int16, 0, 2).value().encode(out_tags);
  auto ours = message;
  ours.config->service_configuration = tags;
  CHECK(encoded(packet.header, [&](ByteWriter& out) { write(out, ours, {1, false, 1000}, samples); }) ==
        packet.octets);
}
