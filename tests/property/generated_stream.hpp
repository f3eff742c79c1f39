// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/stream/wave_session.hpp"

/// Streams of any shape, as a sender session makes them in virtual time.
namespace idn::test {

/// Sample `index` of a stream, as far as `format` carries it: each at a place of its own, lit, every other
/// value random.
LaserSample generated_sample(wire::SampleFormat format, std::uint32_t seed, std::uint32_t index);

/// One wake-up of the tick thread.
struct WakeUp {
  std::uint32_t pushed = 0;   ///< samples that the producer offers before
  std::uint32_t late_us = 0;  ///< after the deadline
};

struct SentDatagram {
  TimePoint at;
  std::vector<std::byte> octets;
};

/// What a producer and a tick thread did, and what came of it.
struct GeneratedStream {
  stream::WaveConfig config;
  std::vector<LaserSample> pushed;      ///< those that were taken
  std::vector<SentDatagram> datagrams;  ///< those that carry samples
  std::vector<SentDatagram> closing;    ///< channel and session close
  std::uint64_t reanchors = 0;
};

/// Any format, datagram limit, chunk size and rate that go together, any tick, any pattern of pushes and
/// lateness. To be called within a property.
GeneratedStream any_stream();

/// The samples of a sent datagram.
std::vector<LaserSample> samples_of(const SentDatagram& datagram, const wire::SampleCodec& format);

}  // namespace idn::test
