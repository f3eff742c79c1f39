// SPDX-License-Identifier: MIT
// A device of the client layer in virtual time: content, wave stream and loop are the real ones.
#pragma once

#include "client/content/device_content.hpp"
#include "io/send/stream_loop.hpp"
#include "support/loopback_receiver.hpp"
#include "support/show.hpp"

namespace idn::test {

using namespace std::chrono_literals;
using client::ContentSource;
using client::DeviceOptions;

inline LaserSample green(int x, int y = 0) {
  return {.x = static_cast<std::int16_t>(x), .y = static_cast<std::int16_t>(y), .g = 0xFFFF};
}

/// Lit samples, each at another x: `from`, `from` + 1 ...
inline std::vector<LaserSample> line(int from, int count) {
  std::vector<LaserSample> samples;
  for (int i = 0; i < count; ++i) samples.push_back(green(from + i, 1));
  return samples;
}

inline std::vector<LaserSample> samples_of(const WavePacket& packet) {
  std::vector<LaserSample> samples(packet.samples.size() / wire::sample_size(wire::kUsualFormat));
  wire::decode_samples(wire::kUsualFormat, packet.samples, samples);
  return samples;
}

struct PlayedSample {
  TimePoint sent;
  LaserSample sample;
};

/// A device without the Device class: the test calls its content, and advances the time.
struct PlayingDevice {
  /// @param packet    samples per datagram
  /// @param datagrams smallest capacity of the ring of samples, in datagrams
  explicit PlayingDevice(
      const DeviceOptions& wanted, std::size_t packet, Duration tick = 0ms, std::size_t datagrams = 2,
      FakeClock::WakeUp wake_up = [](TimePoint deadline) { return deadline; })
      : options(wanted), clock(std::move(wake_up)), content(options, datagrams * packet, 200) {
    stream::WaveConfig config;
    config.packer.rate = {options.rate};
    config.packer.samples_per_packet = packet;
    config.tick = tick;
    stream =
        std::make_unique<stream::SenderSession>(stream::WaveStream::create(config, content).value(),
                                                stream::LinkConfig{.on_moved = [this] { content.on_moved(); }});
    loop.add(*stream, net, stats);
    loop.start(clock.now());
    content.light().arm(true);
  }

  /// Calls `each`, then one step of the loop, until `time` has passed.
  template <class EachMilli>
  void run_for(Duration time, EachMilli each) {
    for (const TimePoint end = clock.now() + time; clock.now() < end;) {
      each();
      if (!loop.step(clock)) return;
    }
  }
  void run_for(Duration time) {
    run_for(time, [] {});
  }

  std::size_t write(std::span<const LaserSample> samples) {
    const auto call = content.begin_call(ContentSource::Samples, clock.now());
    REQUIRE(call);
    return content.write(samples, clock.now());
  }
  void show(std::span<const LaserSample> picture) {
    const auto call = content.begin_call(ContentSource::Pictures, clock.now());
    REQUIRE(call);
    content.show(picture, clock.now());
  }

  /// The samples of all datagrams from number `first` on.
  std::vector<PlayedSample> played(std::size_t first = 0) const {
    std::vector<PlayedSample> all;
    for (std::size_t i = first; i < net.sent.size(); ++i) {
      for (const LaserSample& sample : samples_of(WavePacket(net.sent[i].octets)))
        all.push_back({net.sent[i].at, sample});
    }
    return all;
  }
  std::optional<TimePoint> last_lit() const {
    std::optional<TimePoint> last;
    for (const auto& [sent, sample] : played())
      if (!sample.is_dark()) last = sent;
    return last;
  }

  DeviceOptions options;
  FakeClock clock;
  MemoryTransport net{clock};
  io::DriverStats stats;
  client::DeviceContent content;
  std::unique_ptr<stream::SenderSession> stream;
  io::StreamLoop loop;
};

inline PlayingDevice device_of_1ms(DeviceOptions options = {}) {
  return PlayingDevice(options, options.rate / 1000);
}

}  // namespace idn::test
