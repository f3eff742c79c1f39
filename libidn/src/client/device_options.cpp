// SPDX-License-Identifier: MIT
#include "client/device_options.hpp"

#include <algorithm>
#include <cmath>

#include "idn/client/limits_file.hpp"

namespace idn::client {
namespace {

using namespace std::chrono_literals;

Expected<void> check(const DeviceOptions& options) {
  const auto bad = [](std::string text, std::string remedy) {
    return fault(FaultCode::BadOption, std::move(text), std::move(remedy));
  };
  if (!SampleRate{options.rate}.is_valid())
    return bad("rate " + std::to_string(options.rate), "give 1 to 1000000 samples per second");
  if (options.latency < 1ms || options.latency > 2s) return bad("latency", "give 1 ms to 2 s");
  if (options.underrun_probability != 0 &&
      !(options.underrun_probability >= 1e-6 && options.underrun_probability <= 0.1))
    return bad("underrun_probability", "give 1e-6 to 0.1");
  if (options.hold < 1ms) return bad("hold", "give 1 ms or more");
  if (options.datagram_time < 200us || options.datagram_time > 100ms)
    return bad("datagram_time", "give 0.2 ms to 100 ms");
  if (options.client_group > 15) return bad("client_group", "give 0 to 15");
  if (options.channel > 63) return bad("channel", "give 0 to 63");
  if (options.tick != 0ns && (options.tick < 50us || options.tick > 100ms))
    return bad("tick", "give 0.05 ms to 100 ms");
  if (options.frames && (options.frames->period < 1ms || options.frames->period > 10s))
    return bad("frames: period", "give 1 ms to 10 s");
  if (options.frames && (options.frames->spread < 0ms || options.frames->spread > 5s))
    return bad("frames: spread", "give 0 to 5 s");
  if (const auto complaint = problem_in(options.output)) return bad("output: " + *complaint, {});
  if (!move_timing(options).is_valid())
    return bad("moves",
               "give 0 to 30 ms of rest before and after them, and 0.01 ms to 30 ms for the full width");
  return {};
}

}  // namespace

Expected<DeviceOptions> checked(DeviceOptions options) {
  if (const auto valid = check(options); !valid) return tl::unexpected(valid.error());
  const auto limits = machine_limits();
  if (!limits) return fault(FaultCode::Limits, limits.error());
  options.output.limits = tightest(*limits, options.output.limits);
  if (const auto valid = check(options); !valid) return tl::unexpected(valid.error());
  return options;
}

stream::MoveTiming move_timing(const DeviceOptions& options) noexcept {
  if (options.moves) return *options.moves;
  const double kpps = options.output.scanner_kpps;
  return kpps > 0 ? stream::MoveTiming::for_scanners(kpps) : stream::MoveTiming{};
}

std::size_t samples_per_packet(const DeviceOptions& options) {
  if (options.samples_per_datagram != 0) return options.samples_per_datagram;
  return stream::samples_per_packet({options.rate}, options.datagram_time, options.format,
                                    options.max_datagram);
}

stream::WaveConfig wave_config(const DeviceOptions& options, std::uint8_t service) {
  stream::WaveConfig config;
  config.packer = {.rate = {options.rate},
                   .samples_per_packet = samples_per_packet(options),
                   .format = options.format,
                   .max_datagram = options.max_datagram,
                   .service_id = service,
                   .channel = options.channel,
                   .client_group = options.client_group};
  config.tick = options.tick;
  config.catch_up_packets = options.catch_up_datagrams;
  config.late = options.late;
  config.follow = options.follow_clock;
  return config;
}

stream::FrameConfig frame_config(const DeviceOptions& options, std::uint8_t service, DeviceContent& content) {
  const FrameOptions& frames = *options.frames;
  stream::FrameConfig config;
  config.packer = wave_config(options, service).packer;
  config.limits.max_datagram = frames.max_datagram;
  config.frame_period = frames.period;
  config.order = frames.keep_all ? stream::FrameOrder::KeepAll : stream::FrameOrder::NewestWins;
  config.hold = options.hold;
  config.spread = frames.spread;
  config.on_moved = [&content] { content.on_moved(); };
  config.on_taken = [&content](TimePoint due) { content.on_frame_taken(due); };
  return config;
}

}  // namespace idn::client
