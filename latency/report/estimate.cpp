// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/failure.hpp"
#include "idn/client/device.hpp"
#include "idn/stream/send/blanked_move.hpp"
#include "idn/wire/sample_codec.hpp"
#include "latency/measure/application.hpp"
#include "latency/model/marker.hpp"
#include "latency/report/report.hpp"

namespace idn::latency {
namespace {

constexpr std::size_t kHeaders = 18 + 4 + 20 + 8 + 8;  ///< Ethernet with its preamble, IP, UDP
constexpr std::size_t kMessage = 4 + 8 + 4;            ///< IDN headers: packet, channel message, chunk

Duration time_of(std::size_t samples, std::uint32_t rate) {
  return Duration(static_cast<Duration::rep>(samples * 1'000'000'000 / rate));
}

std::size_t octets_of(std::size_t samples) {
  return kHeaders + kMessage + samples * wire::sample_size(wire::kUsualFormat);
}

std::vector<PipelineStep> steps_of_waves(const PathOptions& options) {
  const std::size_t datagram = options.samples_per_datagram();
  const std::size_t queue = options.queue_samples();
  auto steps =
      steps_of({.rate = {options.rate}, .datagram = datagram, .queue = queue, .poll = poll_interval(options)},
               options.work);
  const auto network = steps_of({.octets = octets_of(datagram),
                                 .bits_per_second = options.bits_per_second,
                                 .distance_km = options.kilometres,
                                 .buffer = options.buffer,
                                 .offset = time_of(queue % datagram, options.rate)});
  steps.insert(steps.end(), network.begin(), network.end());
  return steps;
}

/// Interval at which a device polls for room in its queue.
Duration fill_interval(const PathOptions& options) {
  const Duration packet = time_of(options.samples_per_datagram(), options.rate);
  return std::max(packet, std::min<Duration>(options.queue_latency() / 8, std::chrono::milliseconds(10)));
}

/// idn_sender live reduces its pipe to one page if the system allows it. When a sample enters the queue, the
/// queue holds less than --latency: up to one datagram less, since samples leave by whole datagrams, and up to
/// what was played since the last poll.
std::vector<PipelineStep> steps_of_live(const PathOptions& options) {
  const std::size_t sample = wire::sample_size(wire::SampleFormat::Xyrgb16);
  const std::size_t datagram = options.samples_per_datagram();
  auto steps =
      steps_of({.write = datagram * sample, .octets_per_second = static_cast<double>(options.rate * sample)},
               options.work);
  const Duration tick = time_of(datagram, options.rate), poll = fill_interval(options);
  steps.push_back({.stage = Stage::Wait, .period = tick, .queue = options.queue_latency() - tick});
  steps.push_back({.stage = Stage::Wait, .period = poll, .queue = -poll});
  const auto network = steps_of({.octets = octets_of(datagram),
                                 .bits_per_second = options.bits_per_second,
                                 .distance_km = options.kilometres,
                                 .buffer = options.buffer});
  steps.insert(steps.end(), network.begin(), network.end());
  return steps;
}

/// A picture leaves at the next tick of its stream, if no other has left within the last period.
std::vector<PipelineStep> steps_of_frames(const PathOptions& options) {
  const Duration longest = client::FrameOptions::kLongestTick;
  const Duration tick = options.period / ((options.period - Duration{1}) / longest + 1);
  // With work, every picture is drawn: a trigger waits for the next one.
  const Duration looked_at =
      options.draws_all() ? (std::max)(options.period, options.work) : kPicturePollInterval;
  std::vector<PipelineStep> steps{{.stage = Stage::Input, .work = options.work, .period = looked_at},
                                  {.stage = Stage::Wait, .period = tick}};
  const auto network = steps_of({.octets = octets_of(samples_per_picture(options)),
                                 .bits_per_second = options.bits_per_second,
                                 .distance_km = options.kilometres,
                                 .buffer = options.buffer});
  steps.insert(steps.end(), network.begin(), network.end());
  return steps;
}

/// Duration of the blanked move from any point of the circle to the begin of a picture. A move that fits into
/// one datagram delays the sample by its position in that datagram, thus in the receiver's buffer.
PipelineStep move_to_picture(std::uint32_t rate, Duration datagram) {
  const auto circle = MarkerPattern::picture(64, std::nullopt);
  const auto time_from = [&](std::size_t index) {
    return time_of(stream::blanked_move_length(circle[index], circle.front(), {rate}), rate);
  };
  const Duration shortest = time_from(1), longest = time_from(32);
  return {.stage = longest < datagram ? Stage::Buffer : Stage::Wait,
          .period = longest - shortest,
          .queue = shortest};
}

/// A picture replaces the one before with the next datagram, after a blanked move.
std::vector<PipelineStep> steps_of_shared(const PathOptions& options) {
  const std::size_t datagram = options.samples_per_datagram();
  const Duration tick = time_of(datagram, options.rate);
  std::vector<PipelineStep> steps{{.stage = Stage::Input, .work = options.work, .period = kPicturePollInterval},
                                  {.stage = Stage::Wait, .period = tick},
                                  move_to_picture(options.rate, tick)};
  const auto network = steps_of({.octets = octets_of(datagram),
                                 .bits_per_second = options.bits_per_second,
                                 .distance_km = options.kilometres,
                                 .buffer = options.buffer});
  steps.insert(steps.end(), network.begin(), network.end());
  return steps;
}

}  // namespace

void choose_for_end_to_end(PathOptions& options) {
  if (options.end_to_end == Duration{0}) return;
  if (options.producer != Producer::Device)
    throw cli::Failure(cli::kUsage, "--end-to-end is for the producer device; leave it out");
  const auto shares = client::share_latency(options.end_to_end, options.rate);
  options.datagram = shares.datagram;
  options.latency = shares.queue;
  if (options.has_buffer) return;
  options.buffer = Duration{0};
  const Duration rest = options.end_to_end - shares.margin - estimate_of(options).whole.max;
  if (rest <= Duration{0})
    throw cli::Failure(
        cli::kUsage,
        fmt::format("--end-to-end {:g}ms: without any buffer the path takes {:.2f} ms already; "
                    "give a longer time, a shorter --distance or a higher --rate",
                    in_millis(options.end_to_end), in_millis(options.end_to_end - shares.margin - rest)));
  options.buffer = rest;
}

bool is_estimable(const PathOptions& options) noexcept {
  return options.producer != Producer::Command;
}

Estimate estimate_of(const PathOptions& options) {
  if (!is_estimable(options))
    throw cli::Failure(cli::kUsage,
                       "the queue of another program cannot be estimated; use idn_latency measure");
  switch (options.producer) {
    case Producer::Live:
      return estimate(steps_of_live(options));
    case Producer::Frames:
      return estimate(steps_of_frames(options));
    case Producer::Shared:
      return estimate(steps_of_shared(options));
    default:
      return estimate(steps_of_waves(options));
  }
}

}  // namespace idn::latency
