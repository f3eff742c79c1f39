// SPDX-License-Identifier: MIT
// Findings about a stream: configurations, timestamps, frames, playback with a buffer.
#include <cmath>

#include "pairs.hpp"
#include "recording.hpp"

namespace idn::test {

using parser::Findings;

namespace {

constexpr parser::PlaybackOptions kBuffer{.buffer = {.target = 5ms, .capacity = 10ms}};

Octets frame(std::uint16_t sequence, std::int64_t timestamp_us) {
  return datagram(sequence, {.type = wire::ChunkType::Frame,
                             .timestamp_us = timestamp_us,
                             .duration_us = 25'000,
                             .has_config = true,
                             .mode = wire::ServiceMode::GraphicDiscrete});
}

}  // namespace

Findings in_waves_without_configuration(int is_without) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    recording.send(i * 1ms, datagram(static_cast<std::uint16_t>(i),
                                     {.timestamp_us = i * 1000, .has_config = i == 0 && is_without == 0}));
  return recording.findings();
}

Findings in_foreign_dictionary_in_mode(int mode) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    recording.send(i * 1ms,
                   datagram(static_cast<std::uint16_t>(i), {.timestamp_us = i * 1000,
                                                            .has_config = i == 0,
                                                            .mode = static_cast<wire::ServiceMode>(mode),
                                                            .dictionary = Octets(8)}));
  return recording.findings();
}

Findings in_chunks_apart_by(int microseconds) {
  Recording recording;
  recording.waves(0, 50);
  for (int i = 50; i < 100; ++i) recording.send(i * 1ms, wave_datagram(i, microseconds));
  return recording.findings();
}

Findings in_configuration_with_every_chunk_of(int chunks) {
  Recording recording;
  for (int i = 0; i < 800; ++i)
    recording.send(i * 1ms, datagram(static_cast<std::uint16_t>(i),
                                     {.timestamp_us = i * 1000, .has_config = i % chunks == 0}));
  return recording.findings();
}

Findings in_timestamps_jumping_by(int milliseconds) {
  Recording recording;
  recording.waves(0, 50);
  for (int i = 50; i < 100; ++i) recording.send(i * 1ms, wave_datagram(i, milliseconds * 1000));
  return recording.findings();
}

Findings in_frames_with_silence_of(int milliseconds) {
  Recording recording;
  for (std::uint16_t i = 0; i < 20; ++i) {
    const auto at = i * 40ms + (i < 10 ? 0ms : milliseconds * 1ms - 40ms);
    recording.send(at, frame(i, at / 1us));
  }
  return recording.findings();
}

namespace {

/// Datagram n of frame i; frames have three.
Octets fragment(int i, int n, bool is_last) {
  return datagram(static_cast<std::uint16_t>(3 * i + n),
                  {.type = n == 0 ? wire::ChunkType::FrameFirst : wire::ChunkType::FrameSequel,
                   .timestamp_us = i * 40'000,
                   .duration_us = 25'000,
                   .has_config = n == 0,
                   .is_last_fragment = is_last,
                   .mode = wire::ServiceMode::GraphicDiscrete});
}

}  // namespace

/// In the last `frames` of 20 frames no fragment is marked as the last.
Findings in_frames_without_end(int frames) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    for (int n = 0; n < 3; ++n) recording.send(i * 40ms + n * 30us, fragment(i, n, n == 2 && i < 20 - frames));
  return recording.findings();
}

/// Frames whose last fragment arrives after the beginning of the next frame.
Findings in_frames_whose_end_was_overtaken(int frames) {
  Recording recording;
  for (int i = 0; i < 20; ++i) {
    const bool is_overtaken = i % 2 == 0 && i / 2 < frames;
    for (int n = 0; n < (is_overtaken ? 2 : 3); ++n) {
      recording.send(i * 40ms + n * 30us, fragment(i, n, n == 2));
      const bool was_overtaken = i % 2 == 1 && i / 2 < frames;
      if (n == 0 && was_overtaken) recording.send(i * 40ms + 10us, fragment(i - 1, 2, true));
    }
  }
  return recording.findings();
}

Findings in_timestamps_standing_of_20(int datagrams) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    recording.send(i * 1ms,
                   datagram(static_cast<std::uint16_t>(i),
                            {.timestamp_us = std::max(i - datagrams, 0) * 1000, .has_config = i == 0}));
  return recording.findings();
}

Findings in_chunks_with_duration_of(int microseconds) {
  Recording recording;
  for (int i = 0; i < 20; ++i)
    recording.send(i * 1ms, datagram(static_cast<std::uint16_t>(i),
                                     {.timestamp_us = i * 1000,
                                      .duration_us = static_cast<std::uint32_t>(microseconds),
                                      .has_config = i == 0}));
  return recording.findings();
}

Findings in_timestamps_advancing_by(int microseconds) {
  Recording recording;
  for (int i = 0; i < 600; ++i)
    recording.send(i * 1ms, datagram(static_cast<std::uint16_t>(i),
                                     {.timestamp_us = i * microseconds,
                                      .duration_us = static_cast<std::uint32_t>(microseconds),
                                      .has_config = i % 200 == 0}));
  return recording.findings();
}

namespace {

/// A lit circle of 500 points, 100 in each datagram.
template <class OctetsOf>
Findings in_circle(OctetsOf octets_of) {
  constexpr std::size_t kSamples = 100, kSampleOctets = 7;
  Recording recording;
  for (int i = 0; i < 20; ++i) {
    Octets octets = wave_datagram(i);
    auto sample = octets.end() - kSamples * kSampleOctets;
    for (std::size_t n = 0; n < kSamples; ++n, sample += kSampleOctets) {
      const double angle = 2 * 3.14159265358979 * static_cast<double>(100 * i + static_cast<int>(n)) / 500;
      octets_of(static_cast<std::int16_t>(20'000 * std::cos(angle)), &*sample);
      octets_of(static_cast<std::int16_t>(20'000 * std::sin(angle)), &*sample + 2);
      sample[4] = std::byte{0xFF};
    }
    recording.send(i * 1ms, octets);
  }
  return recording.findings();
}

}  // namespace

Findings in_circle_with_octets_swapped(int is_swapped) {
  return in_circle([&](std::int16_t value, std::byte* out) {
    detail::store_big_endian(out, static_cast<std::uint16_t>(value));
    if (is_swapped == 1) std::swap(out[0], out[1]);
  });
}

Findings in_circle_from_zero(int is_from_zero) {
  return in_circle([&](std::int16_t value, std::byte* out) {
    detail::store_big_endian(out, static_cast<std::uint16_t>(value ^ (is_from_zero == 1 ? 0x8000 : 0)));
  });
}

/// Of a receiver whose map has 1, 2 and 5.
Findings in_waves_to_service(int id) {
  Recording recording;
  recording.send(0ms, vector_file("idn/03-servicemap-request.hex"));
  recording.send(1ms, vector_file("idn/04-servicemap-response.hex"), kServer, kClient);
  for (int i = 0; i < 100; ++i)
    recording.send((2 + i) * 1ms,
                   datagram(static_cast<std::uint16_t>(i), {.timestamp_us = i * 1000,
                                                            .has_config = i == 0,
                                                            .service_id = static_cast<std::uint8_t>(id)}));
  return recording.findings();
}

/// Coordinates of 8 bits, with the same low octet in all.
Findings in_circle_of_8_bits(int low_octet) {
  return in_circle([&](std::int16_t value, std::byte* out) {
    detail::store_big_endian(out, static_cast<std::uint16_t>((value & 0xFF00) | low_octet));
  });
}

Findings in_timestamp_off_by(int milliseconds) {
  Recording recording;
  recording.waves(0, 50).send(50ms, wave_datagram(50, milliseconds * 1000));
  return recording.waves(51, 100).findings();
}

Findings in_two_clocks_apart_by(int microseconds) {
  PcapngBuilder capture;
  capture.interface(linktype::kRaw, 9, "eth0").interface(linktype::kRaw, 9, "eth1");
  for (int i = 0; i < 60; ++i) {
    const Duration ahead = i % 2 * microseconds * 1us;
    capture.packet(static_cast<std::uint32_t>(i % 2),
                   static_cast<std::uint64_t>((kStart + i * 1ms + ahead).count()),
                   ip_packet(kClient, kServer, wave_datagram(i)));
  }
  return findings_in(capture.octets());
}

Findings in_buffer_of_5_ms_with_datagram_later_by(int microseconds) {
  Recording recording;
  for (int i = 0; i < 100; ++i) {
    const Duration due = i * 1ms, end_of_stall = 50ms + microseconds * 1us;
    recording.send(i < 50 ? due : std::max(due, end_of_stall), wave_datagram(i));
  }
  return recording.findings(kBuffer);
}

Findings in_buffer_of_5_ms_with_datagrams_ahead_by(int microseconds) {
  Recording recording;
  for (int i = 0; i < 100; ++i) {
    const Duration due = i * 1ms;
    recording.send(i < 50 ? due : std::max(Duration(49ms), due - microseconds * 1us), wave_datagram(i));
  }
  return recording.findings(kBuffer);
}

}  // namespace idn::test
