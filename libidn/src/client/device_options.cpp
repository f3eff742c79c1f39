// SPDX-License-Identifier: MIT
#include "client/device_options.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "idn/dscp.hpp"
#include "idn/output/output_limits.hpp"

namespace idn::client {
namespace {

using namespace std::chrono_literals;

/// "latency 3 ms": the option with its value.
std::string named(const char* option, double value, const char* unit = "") {
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%s %g%s", option, value, unit);
  return text.data();
}

std::string named(const char* option, Duration value) {
  return named(option, in_seconds(value) * 1e3, " ms");
}

tl::unexpected<Error> bad(std::string text, std::string remedy) {
  return fail(Errc::BadOption, std::move(text), std::move(remedy));
}

std::size_t most_octets(const DeviceOptions& options) {
  return options.datagrams.octets.value_or(stream::usual_max_datagram({options.rate}, options.format));
}

Result<void> check_frames(const FrameOptions& frames, const SampleCodec& format) {
  if (frames.period < 1ms || frames.period > 10s)
    return bad(named("frames: period", frames.period), "give 1 ms to 10 s");
  if (frames.spread < 0ms || frames.spread > 5s)
    return bad(named("frames: spread", frames.spread), "give 0 to 5 s");
  if (!stream::FramePacker::create({.format = format}, {.max_datagram = frames.max_datagram}))
    return bad(named("frames: max_datagram", static_cast<double>(frames.max_datagram)),
               "give 576 to 65284 octets, with room for the configuration of the format");
  return {};
}

Result<void> check_waves(const DeviceOptions& options) {
  const std::size_t samples = samples_per_datagram(options);
  const DatagramSamples possible = possible_samples(options);
  if (samples >= possible.least && samples <= possible.most) return {};
  return bad(
      "datagrams of " + std::to_string(samples) + " samples at " + std::to_string(options.rate) + " per second",
      possible.most < possible.least
          ? "change rate, format or datagrams: octets, since none is possible"
          : "give " + std::to_string(possible.least) + " to " + std::to_string(possible.most));
}

}  // namespace

Result<void> validate(const DeviceOptions& options) {
  if (!SampleRate{options.rate}.is_valid())
    return bad("rate " + std::to_string(options.rate), "give 1 to 1000000 samples per second");
  if (options.format.sample_size() == 0) return bad("format", "give a SampleFormat");
  if (options.latency < 1ms || options.latency > 2s)
    return bad(named("latency", options.latency), "give 1 ms to 2 s");
  if (options.underrun_probability != 0 &&
      !(options.underrun_probability >= 1e-6 && options.underrun_probability <= 0.1))
    return bad(named("underrun_probability", options.underrun_probability), "give 1e-6 to 0.1");
  if (options.preview < 0s || options.preview > 2s)
    return bad(named("preview", options.preview), "give 0 to 2 s");
  if (options.follow_source && options.underrun_probability != 0)
    return bad("follow_source with underrun_probability", "give one of them");
  if (options.hold < 1ms) return bad(named("hold", options.hold), "give 1 ms or more");
  const DatagramOptions& datagrams = options.datagrams;
  if (datagrams.time < 200us || datagrams.time > 100ms)
    return bad(named("datagrams: time", datagrams.time), "give 0.2 ms to 100 ms");
  if (datagrams.dscp > kMaxDscp) return bad(named("datagrams: dscp", datagrams.dscp), "give 0 to 63");
  if (options.client_group > 15) return bad(named("client_group", options.client_group), "give 0 to 15");
  if (options.channel > 63) return bad(named("channel", options.channel), "give 0 to 63");
  if (datagrams.tick != 0ns && (datagrams.tick < 50us || datagrams.tick > 100ms))
    return bad(named("datagrams: tick", datagrams.tick), "give 0.05 ms to 100 ms");
  if (options.dark_before_close < 0s || options.dark_before_close > 5s)
    return bad(named("dark_before_close", options.dark_before_close), "give 0 to 5 s");
  if (const auto complaint = output::problem_in(options.output)) return bad("output: " + *complaint, {});
  if (!move_timing(options).is_valid())
    return bad("moves",
               "give 0 to 30 ms of rest before and after them, and 0.01 ms to 30 ms for the full width");
  return options.frames ? check_frames(*options.frames, options.format) : check_waves(options);
}

Result<DeviceOptions> checked(DeviceOptions options) {
  if (const auto valid = validate(options); !valid) return tl::unexpected(valid.error());
  const auto limits = output::machine_limits();
  if (!limits) return tl::unexpected(limits.error());
  options.output.limits = output::tightest(*limits, options.output.limits);
  if (const auto valid = validate(options); !valid) return tl::unexpected(valid.error());
  options.datagrams.octets = most_octets(options);
  return options;
}

MoveTiming move_timing(const DeviceOptions& options) noexcept {
  if (options.moves) return *options.moves;
  const double kpps = options.output.scanner_kpps;
  return kpps > 0 ? stream::MoveTiming::for_scanners(kpps) : stream::MoveTiming{};
}

std::size_t samples_per_datagram(const DeviceOptions& options) {
  const DatagramOptions& datagrams = options.datagrams;
  if (datagrams.samples != 0) return datagrams.samples;
  return stream::samples_per_packet({options.rate}, datagrams.time, options.format, most_octets(options));
}

DatagramSamples possible_samples(const DeviceOptions& options) {
  const auto of_time = [&](std::int64_t us) {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(us) * options.rate / 1'000'000);
  };
  return {.least = std::max(stream::Packer::kMinSamples, of_time(stream::Packer::kMinDurationUs - 1) + 1),
          .most = std::min(stream::max_samples_per_packet(options.format, most_octets(options)),
                           of_time(stream::Packer::kMaxDurationUs))};
}

LatencyShares share_latency(Duration end_to_end, std::uint32_t rate) {
  using std::chrono::microseconds, std::chrono::milliseconds;
  constexpr Duration kLeast = milliseconds(4), kMost = std::chrono::seconds(1);
  const Duration whole = std::clamp(end_to_end, kLeast, kMost);
  LatencyShares shares;
  shares.datagram = std::clamp<Duration>(whole / 20, microseconds(500), milliseconds(1));
  const std::size_t samples = samples_per_datagram({.rate = rate, .datagrams = {.time = shares.datagram}});
  const Duration displayed(static_cast<Duration::rep>(samples * 1'000'000'000 / rate));
  shares.queue = std::max<Duration>(std::min<Duration>(whole * 2 / 5, DeviceOptions{}.latency), 2 * displayed);
  shares.margin = whole / 50;
  shares.rest = whole - shares.queue - displayed - shares.margin;
  return shares;
}

std::size_t max_frame_samples(const SampleCodec& format) noexcept {
  return stream::max_frame_samples(format);
}

static_assert(FrameOptions::kLongestTick == stream::FrameStream::kLongestTick);
static_assert(FrameOptions{}.max_datagram == stream::FrameLimits::kLongestDatagram);

stream::WaveConfig wave_config(const DeviceOptions& options, std::uint8_t service) {
  stream::WaveConfig config;
  config.packer = {.rate = {options.rate},
                   .samples_per_packet = samples_per_datagram(options),
                   .format = options.format,
                   .max_datagram = most_octets(options),
                   .service_id = service,
                   .channel = options.channel,
                   .client_group = options.client_group};
  config.tick = options.datagrams.tick;
  config.catch_up_packets = options.datagrams.catch_up;
  return config;
}

stream::LinkConfig link_config(const DeviceOptions& options, DeviceContent& content) {
  return {.dark_before_close = options.dark_before_close,
          .follow = options.follow_clock && !options.frames,
          .on_moved = [&content] { content.on_moved(); }};
}

stream::FrameConfig frame_config(const DeviceOptions& options, std::uint8_t service, DeviceContent& content) {
  const FrameOptions& frames = *options.frames;
  stream::FrameConfig config;
  config.packer = wave_config(options, service).packer;
  config.limits.max_datagram = frames.max_datagram;
  config.frame_period = frames.period;
  config.order = frames.keep_all ? stream::FrameOrder::KeepAll : stream::FrameOrder::NewestWins;
  config.spread = frames.spread;
  config.on_taken = [&content](TimePoint due) { content.on_frame_taken(due); };
  return config;
}

}  // namespace idn::client
