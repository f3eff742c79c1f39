// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "e2e/udp_sink.hpp"
#include "idn/wire/sample_codec.hpp"
#include "support/catch.hpp"
#include "support/wave_packet.hpp"

namespace idn::test {

/// The samples of a datagram in the usual format.
inline std::vector<LaserSample> samples_of(const std::vector<std::byte>& datagram) {
  const WavePacket packet(datagram);
  std::vector<LaserSample> samples(packet.samples.size() / wire::sample_size(wire::kUsualFormat));
  wire::decode_samples(wire::kUsualFormat, packet.samples, samples);
  return samples;
}

/// The samples of all datagrams that arrived.
inline std::vector<LaserSample> all_samples(const UdpSink& sink) {
  std::vector<LaserSample> all;
  for (const auto& datagram : sink.datagrams) {
    const auto samples = samples_of(datagram);
    all.insert(all.end(), samples.begin(), samples.end());
  }
  return all;
}

/// Checks that the last three datagrams are a blanked chunk, the channel close and the session close.
inline void check_dark_end(const UdpSink& sink) {
  REQUIRE(sink.datagrams.size() >= 4);
  const auto end = sink.datagrams.end();
  const auto last_chunk = samples_of(*(end - 3));
  CHECK(last_chunk.size() >= 20);
  CHECK(std::ranges::all_of(last_chunk, &LaserSample::is_dark));
  const WavePacket channel_close(*(end - 2));
  REQUIRE(channel_close.message.has_value());
  REQUIRE(channel_close.message->config.has_value());
  CHECK(channel_close.message->config->close);
  CHECK(WavePacket(*(end - 1)).header.command == wire::Command::RtClose);
}

}  // namespace idn::test
