// SPDX-License-Identifier: MIT
// The configuration of a stream, from the options of a device.
#include "client/device_options.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::DeviceOptions;
using client::FrameOptions;

TEST_CASE("options of frames are those of the stream", "[client]") {
  DeviceOptions options{.rate = 25'000, .hold = 70ms};
  options.frames = FrameOptions{.period = 33ms, .spread = 11ms, .max_datagram = 1400};
  client::DeviceContent content(options, 200, 200);
  auto config = client::frame_config(options, 3, content);
  CHECK(config.packer.rate == SampleRate{25'000});
  CHECK(config.packer.service_id == 3);
  CHECK(config.frame_period == 33ms);
  CHECK(config.spread == 11ms);
  CHECK(config.limits.max_datagram == 1400);
  CHECK(config.order == stream::FrameOrder::NewestWins);
  options.frames->keep_all = true;
  CHECK(client::frame_config(options, 3, content).order == stream::FrameOrder::KeepAll);
}

TEST_CASE("options of a wave are those of the stream", "[client]") {
  const DeviceOptions options{.rate = 40'000,
                              .datagrams = {.time = 2ms, .octets = 1400, .tick = 4ms, .catch_up = 7},
                              .channel = 5,
                              .client_group = 6,
                              .follow_clock = true};
  const auto config = client::wave_config(options, 2);
  CHECK(config.packer.samples_per_packet == 80);
  CHECK(config.packer.max_datagram == 1400);
  CHECK(config.packer.service_id == 2);
  CHECK(config.packer.channel == 5);
  CHECK(config.packer.client_group == 6);
  CHECK(config.tick == 4ms);
  CHECK(config.catch_up_packets == 7);
  client::DeviceContent content(options, 200, 200);
  CHECK(client::link_config(options, content).follow);
}

TEST_CASE("a time to the light is shared: two fifths wait in the queue", "[client]") {
  const auto usual = client::share_latency(10ms, 100'000);
  CHECK(usual.datagram == 500us);
  CHECK(usual.queue == 4ms);
  CHECK(usual.margin == 200us);
  CHECK(usual.rest == 5300us);  // what leaves the queue waits up to a datagram more
  CHECK(client::share_latency(10ms, 30'000).rest == 5'800us - 666'666ns);  // datagrams have 20 samples at least
  const auto least = client::share_latency(1ms, 30'000);
  CHECK(least.queue == 1600us);
  CHECK(least.queue + least.rest + least.margin + 666'666ns == 4ms);
  const auto long_one = client::share_latency(400ms, 30'000);
  CHECK(long_one.datagram == 1ms);
  CHECK(long_one.queue == client::DeviceOptions{}.latency);
  CHECK(client::share_latency(10s, 30'000).rest == 1s - 40ms - 1ms - 20ms);
}

TEST_CASE("datagrams have as many samples as were asked for, or as fit", "[client]") {
  CHECK(client::samples_per_datagram({.rate = 30'000}) == 30);
  CHECK(client::samples_per_datagram({.rate = 1'000}) == 20);
  CHECK(client::samples_per_datagram({.rate = 30'000, .datagrams = {.samples = 77}}) == 77);
  const DeviceOptions large{.rate = 1'000'000, .datagrams = {.time = 100ms, .octets = 1454}};
  CHECK(client::samples_per_datagram(large) == stream::max_samples_per_packet(large.format, 1454));
}

TEST_CASE("what is wrong with options is told with its value", "[client]") {
  const auto complaint = [](const DeviceOptions& options) {
    return client::validate(options).error().message();
  };
  CHECK(complaint({.latency = 3s}).find("latency 3000 ms") == 0);
  CHECK(complaint({.underrun_probability = 0.5}).find("underrun_probability 0.5") == 0);
  CHECK(complaint({.channel = 64}).find("channel 64") == 0);
  CHECK(complaint({.datagrams = {.dscp = 64}}).find("datagrams: dscp 64; give 0 to 63") == 0);
  CHECK(complaint({.format = static_cast<wire::SampleFormat>(77)}).find("format") == 0);
  CHECK(complaint({.underrun_probability = 0.01, .follow_source = true}).find("follow_source") == 0);
}

TEST_CASE("blanked moves take the time that is asked for, else that of the scanners", "[client]") {
  using stream::MoveTiming;
  CHECK(client::move_timing({}) == MoveTiming{1ms, 100us, 400us});
  CHECK(client::move_timing({.output = {.scanner_kpps = 12}}) == MoveTiming{2500us, 250us, 1ms});
  const MoveTiming asked{2ms, 0us, 3ms};
  CHECK(client::move_timing({.moves = asked, .output = {.scanner_kpps = 12}}) == asked);
  CHECK(client::checked({.moves = asked}));
  const auto refused = client::checked({.moves = MoveTiming{1ms, 0us, 31ms}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::BadOption);
}
