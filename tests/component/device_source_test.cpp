// SPDX-License-Identifier: MIT
// A device that follows an application with a clock of its own, in virtual time.
#include <cmath>

#include "client/content/source_follower.hpp"
#include "support/playing_device.hpp"
#include "support/repeats.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::DeviceOptions;
using test::green;
using test::PlayingDevice;
using test::samples_of;
using test::WavePacket;

namespace {

constexpr std::size_t kBlock = 512;     ///< samples of a callback of sound
constexpr std::size_t kDatagram = 150;  ///< 5 ms
constexpr std::uint32_t kRate = 30'000;

/// Writes blocks as a sound card with another clock asks for them, and watches what leaves.
struct Source {
  Source(PlayingDevice& device, double off_ppm)
      : to(device), per_ns(kRate * (1 + off_ppm / 1e6) / 1e9), begin(device.clock.now()) {}

  void write() {
    while (static_cast<double>((to.clock.now() - begin).count()) * per_ns >=
           static_cast<double>(written + kBlock)) {
      refused += kBlock - to.write(std::vector(kBlock, green(1000, 1)));
      written += kBlock;
    }
  }

  /// Time from a sample at the source to its departure, for the first one of each datagram.
  void watch() {
    for (const auto& sent : to.net.sent) {
      const WavePacket packet(sent.octets);
      if (packet.samples.empty()) continue;
      const auto samples = samples_of(packet);
      const auto timestamp = static_cast<std::uint32_t>(packet.message->header.timestamp);
      const auto lit =
          static_cast<std::size_t>(std::ranges::count_if(samples, [](auto& s) { return !s.is_dark(); }));
      if (lit > 0 && sent.at > begin + 3min) {
        const double at_source = static_cast<double>(shown) / per_ns;
        const double delay = static_cast<double>((sent.at - begin).count()) - at_source;
        shortest = std::min(shortest, delay);
        longest = std::max(longest, delay);
        gaps += chunk_end && *chunk_end != timestamp ? 1U : 0U;
        if (!first) first = std::pair(sent.at, timestamp);
        last = std::pair(sent.at, timestamp);
      }
      if (lit > 0) chunk_end = timestamp + packet.chunk->duration_us;
      if (shown > 0) dark += samples.size() - lit;
      shown += lit;
    }
    to.net.sent.clear();
  }

  PlayingDevice& to;
  double per_ns;
  TimePoint begin;
  std::size_t written = 0, refused = 0, shown = 0, dark = 0, gaps = 0;
  double shortest = 1e18, longest = 0;
  std::optional<std::uint32_t> chunk_end;
  std::optional<std::pair<TimePoint, std::uint32_t>> first, last;
};

}  // namespace

TEST_CASE("an hour of a source whose clock is off by 300 ppm: no gap, no overflow, light within one datagram",
          "[client]") {
  const double off_ppm = GENERATE(-300.0, 300.0);
  DeviceOptions options{.rate = kRate, .latency = 100ms};
  options.follow_source = true;
  PlayingDevice device(options, kDatagram);
  Source source(device, off_ppm);
  device.run_for(test::repeats(60, 10) * 1min, [&] {  // with a sanitizer ten minutes
    source.write();
    if (device.net.sent.size() > 1000) source.watch();
  });
  source.watch();
  CHECK(source.refused == 0);
  CHECK(source.dark == 0);
  CHECK(source.gaps == 0);
  CHECK(source.longest - source.shortest < 5e6);
  // The queue is half full, 50 ms; on the way to it are half of a block, and what the test writes between
  // datagrams.
  constexpr double kHalf = 50e6 + 1e9 * (kBlock / 2 + kDatagram) / kRate;
  CHECK(std::abs((source.longest + source.shortest) / 2 - kHalf) < 1e6);
  CHECK(std::abs(static_cast<double>(device.content.pace_ppb()) / 1e3 - off_ppm) < 20);
  // The receiver is told how long samples last: media time is that of this machine.
  const auto elapsed = source.last->first - source.first->first;
  const auto media = std::chrono::microseconds(source.last->second - source.first->second);
  CHECK(std::chrono::abs(elapsed - media) < 20us);
}

TEST_CASE("without following, the same source runs over or dry", "[client]") {
  for (const double off_ppm : {-300.0, 300.0}) {
    PlayingDevice device({.rate = kRate, .latency = 100ms}, kDatagram);
    Source source(device, off_ppm);
    device.run_for(10min, [&] {
      source.write();
      if (device.net.sent.size() > 1000) source.watch();
    });
    source.watch();
    CHECK(source.refused + source.dark > 0);
  }
}

TEST_CASE("after a pause of the source the queue fills up to its half again, and an end plays all",
          "[client]") {
  DeviceOptions options{.rate = kRate, .latency = 100ms, .hold = 1h};
  options.follow_source = true;
  PlayingDevice device(options, kDatagram);
  const auto write = [&](std::size_t samples) { device.write(std::vector(samples, green(1000, 1))); };
  const auto lit = [&] {
    std::size_t count = 0;
    for (const auto& [sent, sample] : device.played()) count += sample.is_dark() ? 0 : 1;
    return count;
  };
  write(1400);
  device.run_for(50ms);
  CHECK(lit() == 0);
  write(200);
  device.run_for(200ms);
  CHECK(lit() == 1600);
  write(1400);
  device.run_for(50ms);
  CHECK(lit() == 1600);
  device.content.light().play_out();
  device.stream->finish();
  device.run_for(200ms);
  CHECK(lit() == 3000);
}
