// SPDX-License-Identifier: MIT
// Findings about the datagrams of a connection: sequence numbers, duplicates, contents, acknowledges.
#include "pairs.hpp"
#include "recording.hpp"

namespace idn::test {

using parser::Findings;

Findings in_datagram_later_by(int microseconds) {
  Recording recording;
  bool has_come = microseconds == kNever;
  const Duration at = 40ms + microseconds * 1us;
  for (int i = 0; i < 2000; ++i) {
    if (!has_come && at < i * 1ms) {
      recording.send(at, wave_datagram(40));
      has_come = true;
    }
    if (i != 40) recording.wave(i);
  }
  return recording.findings();
}

Findings in_ip_fragments_of_3_repeated(int fragments) {
  Recording recording;
  recording.waves(0, 40);
  const auto parts = ip_fragments(ip_packet(kClient, kServer, wave_datagram(40)), 304);
  for (const auto& part : parts) recording.packet(40ms, ethernet_frame(part));
  for (std::size_t n = 0; n < static_cast<std::size_t>(fragments); ++n)
    recording.packet(40ms + 100us, ethernet_frame(parts.at(n)));
  return recording.waves(41, 60).findings();
}

Findings in_number_repeated_with_timestamp_later_by(int microseconds) {
  Recording recording;
  recording.waves(0, 41);
  recording.send(40ms + 500us, datagram(40, {.timestamp_us = 40'000 + microseconds}));
  return recording.waves(41, 60).findings();
}

Findings in_missing_numbers(int numbers) {
  Recording recording;
  recording.waves(0, 40);
  for (int i = 40; i < 80; ++i)
    recording.send(i * 1ms, datagram(static_cast<std::uint16_t>(i + numbers), {.timestamp_us = i * 1000}));
  return recording.findings();
}

Findings in_message_size_beyond_its_octets(int octets) {
  Recording recording;
  recording.waves(0, 40);
  Octets message = wave_datagram(40);
  message.resize(message.size() - static_cast<std::size_t>(octets));
  return recording.send(40ms, message).waves(41, 60).findings();
}

Findings in_acknowledge_with_result(int result) {
  Recording recording;
  recording.waves(0, 40);
  recording.send(40ms, datagram(40, {.timestamp_us = 40'000}, wire::Command::RtMessageAckRequest));
  Octets answer(12);
  answer[0] = std::byte{12};
  answer[1] = static_cast<std::byte>(result);
  recording.send(40ms + 100us, packet(wire::Command::RtAcknowledge, 40, answer), kServer, kClient);
  return recording.waves(41, 60).findings();
}

Findings in_answers_stamped_at_interface(int interface) {
  PcapngBuilder capture;
  capture.interface(linktype::kRaw, 9, "eth0").interface(linktype::kRaw, 9, "eth1");
  for (int i = 0; i < 20; ++i) {
    const auto at = static_cast<std::uint64_t>((kStart + i * 1ms).count());
    const auto number = static_cast<std::uint16_t>(i);
    const auto asking = datagram(number, {.timestamp_us = i * 1000}, wire::Command::RtMessageAckRequest);
    capture.packet(0, at, ip_packet(kClient, kServer, asking));
    Octets answer(12);
    answer[0] = std::byte{12};
    capture.packet(static_cast<std::uint32_t>(interface), at + 100'000,
                   ip_packet(kServer, kClient, packet(wire::Command::RtAcknowledge, number, answer)));
  }
  return findings_in(capture.octets());
}

Findings in_octets_after_a_message(int octets) {
  Recording recording;
  recording.waves(0, 40);
  Octets message = wave_datagram(40);
  message.resize(message.size() + static_cast<std::size_t>(octets));
  return recording.send(40ms, message).waves(41, 60).findings();
}

Findings in_two_datagrams_of_one_packet_captured_to(int octets) {
  Recording recording;
  recording.waves(0, 40);
  recording.send(40ms, joined(wave_datagram(40), wave_datagram(41)), kClient, kServer,
                 static_cast<std::size_t>(octets));
  return recording.waves(42, 60).findings();
}

namespace {

Octets frame_of(int socket) {
  return datagram(0, {.type = wire::ChunkType::Frame,
                      .timestamp_us = socket * 40'000,
                      .duration_us = 20'000,
                      .has_config = true,
                      .mode = wire::ServiceMode::GraphicDiscrete});
}

Endpoint client_at(int socket) {
  Endpoint client = kClient;
  client.port = static_cast<std::uint16_t>(client.port + socket);
  return client;
}

}  // namespace

Findings in_sockets_one_after_the_other(int sockets) {
  Recording recording;
  for (int i = 0; i < sockets; ++i) recording.send(i * 40ms, frame_of(i), client_at(i));
  return recording.findings();
}

Findings in_sockets_each_closed(int sockets) {
  Recording recording;
  for (int i = 0; i < sockets; ++i)
    recording.send(i * 40ms, frame_of(i), client_at(i))
        .send(i * 40ms + 1ms, packet(wire::Command::RtClose, 1), client_at(i));
  return recording.findings();
}

Findings in_sockets_at_a_time(int sockets) {
  Recording recording;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < sockets; ++i) {
      Octets frame = frame_of(i);
      frame[3] = static_cast<std::byte>(round);
      recording.send(round * 900ms + i * 40ms, frame, client_at(i));
    }
  return recording.findings();
}

Findings in_two_sockets_for_ms(int ms) {
  Recording recording;
  for (int i = 0; i <= ms; ++i)
    recording.send(i * 1ms, wave_datagram(i), client_at(0)).send(i * 1ms, wave_datagram(i), client_at(1));
  return recording.findings();
}

Findings in_groups(int groups) {
  Recording recording;
  for (int i = 0; i < 100; ++i) {
    Octets datagram = wave_datagram(i);
    datagram[1] = static_cast<std::byte>(i % groups);
    recording.send(i * 1ms, datagram);
  }
  return recording.findings();
}

Findings in_waves_with_flags(int flags) {
  Recording recording;
  for (int i = 0; i < 100; ++i) {
    Octets datagram = wave_datagram(i);
    datagram[1] = static_cast<std::byte>(flags);
    recording.send(i * 1ms, datagram);
  }
  return recording.findings();
}

Findings in_waves_with_command(int command) {
  Recording recording;
  for (int i = 0; i < 100; ++i) {
    Octets datagram = wave_datagram(i);
    datagram[0] = static_cast<std::byte>(command);
    recording.send(i * 1ms, datagram);
  }
  return recording.findings();
}

Findings in_silence_behind_waves_of_ms(int ms) {
  Recording recording;
  for (int i = 0; i < 100; ++i) recording.send(i * 1ms, wave_datagram(i));
  return recording.send(99ms + ms * 1ms, Octets(20), client_at(1), {.port = 53}).findings();
}

}  // namespace idn::test
