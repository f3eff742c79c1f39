// SPDX-License-Identifier: MIT
// Properties of every stream of a sender session, for all parameters and any lateness of wake-ups.
#include <algorithm>
#include <optional>

#include "property/generated_stream.hpp"
#include "property/property.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using test::any_stream;
using test::GeneratedStream;
using test::WavePacket;

namespace {

std::vector<LaserSample> all_samples(const GeneratedStream& made) {
  std::vector<LaserSample> all;
  for (const auto& datagram : made.datagrams)
    std::ranges::copy(samples_of(datagram, made.config.packer.format), std::back_inserter(all));
  return all;
}

}  // namespace

TEST_CASE("no sample is lost, repeated or changed, and what is added is dark and stays in place", "[stream]") {
  test::holds([] {
    const GeneratedStream made = any_stream();
    const auto sent = all_samples(made);
    std::vector<LaserSample> lit;
    LaserSample last;
    for (const LaserSample& sample : sent) {
      if (!sample.is_dark()) lit.push_back(sample);
      const bool stays = sample.x == last.x && sample.y == last.y && sample.x_prime == last.x_prime;
      RC_ASSERT(!sample.is_dark() || stays);
      last = sample;
    }
    RC_ASSERT(sent.front().is_dark());
    RC_ASSERT(sent.back().is_dark());
    RC_ASSERT((lit == made.pushed));
  });
}

TEST_CASE("chunks meet on the timeline, but for one gap per restart", "[stream]") {
  test::holds([] {
    const GeneratedStream made = any_stream();
    std::int64_t end_us = -1;
    std::uint64_t gaps = 0;
    for (const auto& datagram : made.datagrams) {
      const WavePacket packet(datagram.octets);
      const std::int64_t sent_us = datagram.at.time_since_epoch() / std::chrono::microseconds(1);
      const std::int64_t start_us = unwrap(packet.message->header.timestamp, sent_us);
      RC_ASSERT(start_us <= sent_us);
      RC_ASSERT(end_us < 0 || start_us >= end_us);
      if (end_us >= 0 && start_us > end_us) ++gaps;
      RC_ASSERT(packet.chunk->duration_us > 0u);
      end_us = start_us + packet.chunk->duration_us;
    }
    RC_ASSERT(gaps <= made.reanchors);
  });
}

TEST_CASE("from one restart to the next the timeline is exact to the microsecond", "[stream]") {
  test::holds([] {
    const GeneratedStream made = any_stream();
    std::optional<std::uint64_t> restarts;
    std::uint32_t start_us = 0;
    std::uint64_t index = 0;  // of the datagram's first sample since the restart
    for (const auto& datagram : made.datagrams) {
      const auto us = static_cast<std::uint32_t>(WavePacket(datagram.octets).message->header.timestamp);
      if (restarts != datagram.reanchors) {
        restarts = datagram.reanchors;
        start_us = us;
        index = 0;
      }
      RC_ASSERT(us - start_us == index * 1'000'000 / made.config.packer.rate.per_second);
      index += samples_of(datagram, made.config.packer.format).size();
    }
  });
}

TEST_CASE("every datagram is within the limit and numbered without a gap, also those that close", "[stream]") {
  test::holds([] {
    const GeneratedStream made = any_stream();
    auto all = made.datagrams;
    std::ranges::copy(made.others, std::back_inserter(all));
    RC_ASSERT(made.others.size() >= 2u);
    const auto number = [&](const auto& datagram) {
      const std::uint16_t sequence = WavePacket(datagram.octets).header.sequence;
      return static_cast<std::uint16_t>(sequence - made.config.packer.first_sequence);
    };
    RC_ASSERT(std::ranges::is_sorted(made.datagrams, {}, number));
    std::ranges::sort(all, {}, number);
    std::uint16_t next = 0;
    for (const auto& datagram : all) {
      RC_ASSERT(datagram.octets.size() <= made.config.packer.max_datagram);
      RC_ASSERT(number(datagram) == next++);
    }
  });
}
