// SPDX-License-Identifier: MIT
// The samples that a device sends are within its limits, whatever the application does.
#include "support/playing_device.hpp"
#include "support/repeats.hpp"
#include "unit/output/hostile_samples.hpp"
#include "unit/output/output_judge.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::ContentSource;
using client::DeviceOptions;
using test::device_of_1ms;
using test::green;
using test::PlayingDevice;
using test::samples_of;
using test::WavePacket;

namespace {

const Endpoint kFirstUnit = Endpoint::ipv4(0xC0A80A08, kIdnPort),
               kSecondUnit = Endpoint::ipv4(0xC0A80A07, kIdnPort);

output::OutputLimits limits_of_a_room() {
  using enum output::LimitAction;
  return {.speed = {1000, Clamp},
          .acceleration = {6e6, Clamp},
          .picture = {0.05, 0.8, -0.7, 0.6, Clamp},  // the origin is outside
          .zones = {{{{0.2, -0.3}, {0.5, -0.1}, {0.3, 0.4}}}}};
}

constexpr std::size_t kSeconds = test::repeats(10, 2);

/// Random actions of an application: releases, blackouts, aborts, other receivers, a picture in the middle of a
/// line.
void behave_badly(PlayingDevice& device, test::HostileSamples& hostile) {
  switch (hostile.number(200)) {
    case 0:
      device.content.release();
      break;
    case 1:
      device.content.black_out(true);
      break;
    case 2:
      device.stream->abort();
      break;
    case 3:
      device.net.retarget(device.net.sent.back().to == kSecondUnit ? kFirstUnit : kSecondUnit);
      break;
    case 4:
      device.content.release();
      device.show(hostile.packet(hostile.number(100)));
      break;
    default:
      if (const auto call = device.content.begin_call(ContentSource::Samples, device.clock.now()); call)
        device.content.write(hostile.packet(hostile.number(60)), device.clock.now());
  }
  if (hostile.number(20) == 0) device.content.black_out(false);
  if (hostile.number(20) == 0) device.content.light().arm(hostile.number(4) != 0);
}

}  // namespace

TEST_CASE("limits hold for what a device sends, whatever the application brings", "[client]") {
  DeviceOptions options{.latency = 20ms};
  options.output.orientation = {.mirror_x = true, .scale = 0.5};
  options.output.limits.brightness.most = output::Brightness::all(0.25);
  options.output.limits.brightness.action = output::LimitAction::Clamp;
  PlayingDevice device = device_of_1ms(options);
  const auto check_output = [&](std::size_t first) {
    std::size_t lit = 0;
    for (const auto& [sent, sample] : device.played(first)) {
      if (sample.is_dark()) continue;
      ++lit;
      CHECK(sample.g <= 0x4000);
      CHECK(std::abs(sample.x + 5000) <= 1);
    }
    CHECK(lit > 100);
  };
  const std::vector<LaserSample> samples(600, green(10'000));
  device.write(samples);
  device.run_for(15ms);
  check_output(0);
  device.content.release();
  const std::size_t before = device.net.sent.size();
  device.run_for(20ms, [&] { device.show(samples); });
  check_output(before + 1);
  CHECK(device.content.limited().brightness.value() > 200);
}

TEST_CASE("what a device adds by itself, dark, is within its limits too", "[client]") {
  DeviceOptions options{.hold = 30ms, .rearm = true};
  options.output.limits = limits_of_a_room();
  options.output.orientation.mirror_x = GENERATE(false, true);
  options.output.colour_shift = GENERATE(0us, 120us, -120us);
  PlayingDevice device = device_of_1ms(options);
  test::HostileSamples hostile(1, options.output.limits);
  device.run_for(kSeconds * 1s, [&] { behave_badly(device, hostile); });

  test::OutputJudge judge(options.output.limits, {options.rate});
  std::size_t lit = 0, begun = 0;
  Endpoint to = device.net.sent.front().to;
  for (const auto& sent : device.net.sent) {
    const WavePacket packet(sent.octets);
    if (packet.header.command == wire::Command::RtAbort || sent.to != to) {
      judge.restart();
      ++begun;
    }
    to = sent.to;
    for (const LaserSample& sample : samples_of(packet)) {
      judge.judge(sample);
      lit += sample.is_dark() ? 0 : 1;
    }
  }
  CHECK(judge.offence() == "");
  CHECK(judge.most_used() > 0.95);
  CHECK(lit > kSeconds * 1000);
  CHECK(begun > 2 * kSeconds);
  CHECK(device.stream->stats().starved_samples.value() > kSeconds * 1000);
}
