// SPDX-License-Identifier: MIT
// Captures without a stream, damaged files, and faults of all datagrams on the port.
#include "pairs.hpp"
#include "recording.hpp"

namespace idn::test {

using parser::Findings;

namespace {

constexpr Endpoint kName = {.port = 53};

/// Length of a packet header in a pcap file: seconds, fraction, octets captured, octets on the wire.

void write_little(Octets& octets, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) octets[at + i] = static_cast<std::byte>(value >> (8 * i));
}

Recording waves(int count) {
  Recording recording;
  recording.waves(0, count);
  return recording;
}

}  // namespace

Findings in_stream_on_9000_beside_waves(int waves) {
  Recording recording;
  for (int i = 0; i < 20; ++i) recording.send(i * 1ms, wave_datagram(i), kClient, {.port = 9000});
  return recording.waves(0, waves).findings();
}

Findings in_packets_of_others(int packets) {
  Recording recording;
  for (int i = 0; i < packets; ++i) recording.send(i * 1ms, Octets(20), kClient, kName);
  return recording.findings();
}

Findings in_dns_beside_waves(int waves) {
  Recording recording;
  for (int i = 0; i < 20; ++i) recording.send(i * 1ms, Octets(20), kClient, kName);
  return recording.waves(0, waves).findings();
}

Findings in_all_captured_to(int octets) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    recording.send(i * 1ms, wave_datagram(i), kClient, kServer, static_cast<std::size_t>(octets));
  return recording.findings();
}

Findings in_discovery_beside_keepalives(int keepalives) {
  Recording recording;
  recording.send(0ms, packet(wire::Command::ScanRequest, 1));
  for (int i = 0; i < keepalives; ++i) recording.send(1ms, packet(wire::Command::RtMessage, 1));
  return recording.findings();
}

Findings in_one_message_with_samples(int samples) {
  return Recording()
      .send(0ms, datagram(0, {.sample_octets = static_cast<std::size_t>(samples) * 7, .has_config = true}))
      .findings();
}

Findings in_file_cut_by(int octets) {
  Octets capture = waves(50).octets();
  capture.resize(capture.size() - static_cast<std::size_t>(octets));
  return findings_in(capture);
}

Findings in_packet_announcing(int octets) {
  const std::size_t begin = waves(20).octets().size();
  Octets capture = waves(50).octets();
  write_little(capture, begin + 8, static_cast<std::uint32_t>(octets));
  return findings_in(capture);
}

Findings in_packet_with_nanoseconds(int nanoseconds) {
  const std::size_t begin = waves(0).octets().size();
  Octets capture = waves(50).octets();
  // The first of 50 packets gets a time stamp a second before the others.
  write_little(capture, begin, static_cast<std::uint32_t>(kStart / 1s - 1));
  write_little(capture, begin + 4, static_cast<std::uint32_t>(nanoseconds));
  return findings_in(capture);
}

Findings in_ip_with_link_type(int link_type) {
  CaptureBuilder capture(static_cast<std::uint32_t>(link_type));
  for (int i = 0; i < 20; ++i) capture.packet(kStart + i * 1ms, ip_packet(kClient, kServer, wave_datagram(i)));
  return findings_in(capture.octets());
}

Findings in_file_that_tells_drops(int packets) {
  PcapngBuilder capture;
  capture.interface(linktype::kRaw, 9);
  for (int i = 0; i < 20; ++i)
    capture.packet(0, static_cast<std::uint64_t>((kStart + i * 1ms).count()),
                   ip_packet(kClient, kServer, wave_datagram(i)));
  return findings_in(capture.dropped(0, static_cast<std::uint64_t>(packets)).octets());
}

Findings in_last_ip_fragment_after(int milliseconds) {
  Recording recording;
  const auto fragments = ip_fragments(ip_packet(kClient, kServer, wave_datagram(0)), 304);
  recording.packet(0ms, ethernet_frame(fragments.at(0)));
  recording.packet(1ms, ethernet_frame(fragments.at(1)));
  return recording.packet(milliseconds * 1ms, ethernet_frame(fragments.at(2))).findings();
}

/// A datagram whose last IP fragment is missing, besides a stream.
Findings in_broken_ip_fragments_to_port(int port) {
  auto recording = waves(20);
  const Endpoint to{.port = static_cast<std::uint16_t>(port)};
  const auto fragments = ip_fragments(ip_packet(kClient, to, wave_datagram(0)), 304);
  for (std::size_t n = 0; n < 2; ++n) recording.packet(20ms, ethernet_frame(fragments.at(n)));
  return recording.findings();
}

Findings in_delay_of_3_ms_caught_up_over(int milliseconds) {
  Recording recording;
  for (int i = 0; i < 5000; ++i) {
    const Duration caught_up = milliseconds == kNever ? 0ns : Duration(3ms) * (i - 700) / milliseconds;
    recording.wave(i, i < 700 ? Duration{0} : std::max(Duration(3ms) - caught_up, Duration{0}));
  }
  return recording.findings();
}

Findings in_payload_of(int octets) {
  return waves(20).send(20ms, Octets(static_cast<std::size_t>(octets))).findings();
}

Findings in_one_captured_to(int octets) {
  auto recording = waves(40);
  recording.send(40ms, wave_datagram(40), kClient, kServer, static_cast<std::size_t>(octets));
  return recording.waves(41, 60).findings();
}

Findings in_udp_checksum(int checksum) {
  Octets keepalive = ip_packet(kClient, kServer, packet(wire::Command::RtMessage, 7));
  keepalive[26] = static_cast<std::byte>(checksum >> 8);
  keepalive[27] = static_cast<std::byte>(checksum);
  CaptureBuilder capture(linktype::kRaw);
  for (int i = 0; i < 20; ++i) capture.packet(kStart + i * 1ms, ip_packet(kClient, kServer, wave_datagram(i)));
  return findings_in(capture.packet(kStart + 20ms, keepalive).octets());
}

Findings in_clients(int clients) {
  Recording recording;
  for (int i = 0; i < clients; ++i)
    recording.send(i * 1us, wave_datagram(0), Endpoint::ipv4(0x0A000001, static_cast<std::uint16_t>(i + 1)));
  return recording.findings();
}

}  // namespace idn::test
