// SPDX-License-Identifier: MIT
#include "unit/stream/receiver_fixture.hpp"

#include <utility>

#include "support/catch.hpp"

namespace idn::test {
namespace {

using stream::EndReason;
using wire::Command;

std::string label(const stream::ChannelId& id) {
  return std::to_string(id.session.serial) + "/" + std::to_string(id.channel);
}

std::string label(EndReason reason, TimePoint at) {
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(at - kStart);
  return std::string(to_string(reason)) + " at " + std::to_string(elapsed.count()) + " ms";
}

std::string label(const stream::ChannelRouting& routing) {
  switch (routing.outcome) {
    case stream::RoutingOutcome::Routed:
      return "service " + std::to_string(routing.service_id);
    case stream::RoutingOutcome::ServiceBusy:
      return "service " + std::to_string(routing.service_id) + " busy";
    case stream::RoutingOutcome::ServiceUnknown:
      break;
  }
  return "service unknown";
}

wire::Acknowledge decode_acknowledge(const Bytes& answer) {
  REQUIRE(answer.size() == 16);
  ByteReader in(answer);
  const auto header = wire::PacketHeader::decode(in);
  REQUIRE(header);
  REQUIRE(header->command == Command::RtAcknowledge);
  const auto acknowledge = wire::Acknowledge::decode(in);
  REQUIRE(acknowledge);
  return *acknowledge;
}

}  // namespace

Bytes encode(const Message& message) {
  const std::size_t config_size = message.config ? message.config->wire_size() : 0;
  Bytes octets(wire::ChannelMessageHeader::kSize + config_size + message.data.size());
  ByteWriter out(octets);
  wire::ChannelMessageHeader{static_cast<std::uint16_t>(octets.size()), message.channel,
                             message.config || message.last_fragment, message.type,
                             WireMicros{message.timestamp}}
      .encode(out);
  if (message.config) message.config->encode(out);
  out.write(ConstBytes(message.data));
  REQUIRE(out.ok());
  return octets;
}

Bytes packet(Command command, std::uint16_t sequence, const Bytes& payload, std::uint8_t group) {
  Bytes octets(wire::PacketHeader::kSize + payload.size());
  ByteWriter out(octets);
  wire::PacketHeader{command, group, sequence}.encode(out);
  out.write(ConstBytes(payload));
  return octets;
}

wire::ChannelConfig routing(wire::ServiceMode mode, std::uint8_t service_id) {
  return {.routing = true,
          .data_match = 1,
          .service_id = service_id,
          .mode = mode,
          .service_configuration = wire::dictionary(wire::SampleFormat::Xyrgb)};
}

Bytes chunk(std::size_t count, std::uint32_t duration_us, bool once, std::uint8_t config_match) {
  Bytes octets(wire::ChunkHeader::kSize + 7 * count);
  ByteWriter out(octets);
  wire::ChunkHeader{config_match, once, duration_us}.encode(out);
  for (std::size_t i = 0; i < count; ++i) {
    const LaserSample sample{.x = static_cast<std::int16_t>(i), .r = 0xFFFF};
    wire::encode_samples(wire::SampleFormat::Xyrgb, {&sample, 1}, out.take(7));
  }
  REQUIRE(out.ok());
  return octets;
}

Message wave(std::uint32_t timestamp, std::size_t count, std::uint32_t duration_us) {
  return {.type = wire::ChunkType::Wave, .timestamp = timestamp, .data = chunk(count, duration_us)};
}

Message opening_wave(std::uint32_t timestamp, std::uint8_t service_id) {
  Message message = wave(timestamp);
  message.config = routing(wire::ServiceMode::GraphicContinuous, service_id);
  return message;
}

Message frame(std::uint32_t timestamp, std::size_t count, std::uint32_t duration_us) {
  return {.type = wire::ChunkType::Frame, .timestamp = timestamp, .data = chunk(count, duration_us)};
}

Message opening_frame(std::uint32_t timestamp, std::uint8_t service_id) {
  Message message = frame(timestamp);
  message.config = routing(wire::ServiceMode::GraphicDiscrete, service_id);
  return message;
}

std::vector<std::string> Journal::take() {
  return std::exchange(lines, {});
}

void Journal::on_datagram(const stream::DatagramReport& report) {
  if (report.kind == stream::DatagramKind::Unreadable) unreadable.push_back(report.header.sequence);
  if (report.kind != stream::DatagramKind::Realtime) return;
  if (report.opens_session) lines.push_back("open " + std::to_string(report.session.serial));
  if (report.routing) lines.push_back("route " + label(report.channel()) + " " + label(*report.routing));
  keep_content(report);
  packets.push_back(report);
  packets.back().message = nullptr;
  packets.back().content.emplace<std::monostate>();
}

void Journal::keep_content(const stream::DatagramReport& report) {
  if (const auto* shown = report.laser()) {
    chunks.push_back({report.channel(), *shown, {shown->samples.begin(), shown->samples.end()}});
    chunks.back().chunk.samples = {};
  } else if (const auto* heard = std::get_if<stream::AudioChunk>(&report.content)) {
    audio.push_back({heard->media_us,
                     heard->duration_us,
                     heard->placement,
                     heard->layout.channel_count(),
                     {heard->values.begin(), heard->values.end()}});
  } else if (const auto* line = std::get_if<stream::DmxChunk>(&report.content)) {
    octets.push_back({*line, {line->octets.begin(), line->octets.end()}});
    octets.back().chunk.octets = {};
  } else if (const auto* set = std::get_if<stream::DmxLevelChunk>(&report.content)) {
    levels.push_back({report.channel(), set->mode, set->playout, set->levels});
  }
}

void Journal::on_dark(const stream::ChannelId& id, EndReason reason, Instant time) {
  lines.push_back("dark " + label(id) + " " + label(reason, time.at));
}

void Journal::on_channel_closed(const stream::ChannelId& id, EndReason reason, TimePoint at) {
  lines.push_back("close " + label(id) + " " + label(reason, at));
}

void Journal::on_session_closed(const stream::SessionId& id, EndReason reason, TimePoint at) {
  lines.push_back("end " + std::to_string(id.serial) + " " + label(reason, at));
}

stream::ReceiverConfig example_config() {
  using wire::ServiceType;
  constexpr auto kDefault = wire::ServiceMapEntry::kDefaultService;
  const auto entry = [](std::uint8_t id, ServiceType type, std::uint8_t flags, const char* name) {
    return wire::ServiceMapEntry{id, type, flags, 0, wire::FixedText<20>(name)};
  };
  stream::ReceiverConfig config;
  config.unit_id = wire::UnitId::eui48({0x02, 0x42, 0xAC, 0x11, 0x0A, 0x05});
  config.host_name = "Beam-Left";
  config.services = {entry(1, ServiceType::LaserProjector, kDefault, "Left"),
                     entry(2, ServiceType::LaserProjector, 0, "Right"),
                     entry(5, ServiceType::Dmx512, kDefault, "DMX-A"),
                     entry(9, ServiceType::Audio, kDefault, "Sound")};
  config.playout.reset();
  return config;
}

stream::ReceiverConfig buffering_config() {
  stream::ReceiverConfig config = example_config();
  config.playout.emplace();
  return config;
}

Bytes ReceiverFixture::feed(const Bytes& datagram, const Endpoint& from) {
  receiver.on_datagram(datagram, from, now);
  const auto answer = receiver.poll_transmit();
  if (!answer) return {};
  CHECK(answer->to == from);
  CHECK_FALSE(receiver.poll_transmit());
  return {answer->bytes.begin(), answer->bytes.end()};
}

wire::Acknowledge ReceiverFixture::ask(const Message& message, Command command) {
  return decode_acknowledge(feed(packet(command, next_sequence++, encode(message), group), source));
}

wire::Acknowledge ReceiverFixture::ask_empty(Command command) {
  return decode_acknowledge(feed(packet(command, next_sequence++, {}, group), source));
}

void ReceiverFixture::tell(const Message& message, Command command) {
  CHECK(feed(packet(command, next_sequence++, encode(message), group), source).empty());
}

void ReceiverFixture::tell_empty(Command command) {
  CHECK(feed(packet(command, next_sequence++, {}, group), source).empty());
}

wire::Acknowledge ReceiverFixture::ask_raw(Bytes datagram, const Endpoint& from) {
  datagram.at(0) |= std::byte{1};  // 0x40 becomes 0x41, 0x44 becomes 0x45
  return decode_acknowledge(feed(datagram, from));
}

}  // namespace idn::test
