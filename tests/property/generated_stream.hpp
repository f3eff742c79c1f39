// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "support/wave_session.hpp"

/// Random streams, made by a sender session in virtual time.
namespace idn::test {

/// Sample `index` of a stream, as decoded from `format`: lit, at a unique position, all other values random.
LaserSample generated_sample(wire::SampleFormat format, std::uint32_t seed, std::uint32_t index);

/// One wake-up of the tick thread.
struct WakeUp {
  std::uint32_t pushed = 0;   ///< samples that the producer pushes before
  std::uint32_t late_us = 0;  ///< after the deadline
};

struct SentDatagram {
  TimePoint at;
  std::vector<std::byte> octets;
  std::uint64_t reanchors = 0;  ///< restarts of the timeline so far
};

/// The actions of a producer and a tick thread, and the resulting datagrams.
struct GeneratedStream {
  stream::WaveConfig config;
  std::vector<LaserSample> pushed;      ///< those that push() accepted
  std::vector<SentDatagram> datagrams;  ///< those that carry samples
  std::vector<SentDatagram>
      others;  ///< without samples: requests for an acknowledge, channel and session close
  std::uint64_t reanchors = 0;
};

/// A stream of any valid combination of format, datagram limit, chunk size and rate, with any tick and any
/// pattern of pushes and lateness. Call only within a property.
GeneratedStream any_stream();

/// The samples of a sent datagram.
std::vector<LaserSample> samples_of(const SentDatagram& datagram, const wire::SampleCodec& format);

}  // namespace idn::test
