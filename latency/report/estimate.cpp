// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/failure.hpp"
#include "idn/analysis/latency/marker.hpp"
#include "idn/stream/blanked_move.hpp"
#include "idn/stream/frame_session.hpp"
#include "idn/wire/sample_format.hpp"
#include "latency/measure/application.hpp"
#include "latency/report/report.hpp"

namespace idn::latency {
namespace {

using analysis::latency::PipelineStep;
using analysis::latency::Stage;

constexpr std::size_t kHeaders = 18 + 4 + 20 + 8 + 8;  ///< Ethernet with its preamble, IP, UDP
constexpr std::size_t kMessage = 4 + 8 + 4;            ///< of IDN, without configuration

Duration time_of(std::size_t samples, std::uint32_t rate) {
  return Duration(static_cast<Duration::rep>(samples * 1'000'000'000 / rate));
}

std::size_t octets_of(std::size_t samples) {
  return kHeaders + kMessage + samples * wire::sample_size(wire::SampleFormat::Xyrgb);
}

std::vector<PipelineStep> steps_of_waves(const PathOptions& options) {
  const std::size_t datagram = options.samples_per_datagram();
  const auto queue =
      static_cast<std::size_t>(options.waiting() / std::chrono::microseconds(1) * options.rate / 1'000'000);
  auto steps = analysis::latency::steps_of({.rate = {options.rate},
                                            .datagram = datagram,
                                            .queue = std::max(queue, 2 * datagram),
                                            .poll = poll_interval(options)},
                                           options.work);
  const auto way = analysis::latency::steps_of({.octets = octets_of(datagram),
                                                .bits_per_second = options.bits_per_second,
                                                .distance_km = options.kilometres,
                                                .buffer = options.buffer,
                                                .offset = time_of(queue % datagram, options.rate)});
  steps.insert(steps.end(), way.begin(), way.end());
  return steps;
}

/// Between two looks of a device for room that is to be filled.
Duration fill_interval(const PathOptions& options) {
  const Duration packet = time_of(options.samples_per_datagram(), options.rate);
  return std::max(packet, std::min<Duration>(options.waiting() / 8, std::chrono::milliseconds(10)));
}

/// idn_sender live makes its pipe one page long where the system lets it. What comes while it fills its queue
/// finds that not full yet by up to what was played since its last look; the latest datagram keeps its place.
std::vector<PipelineStep> steps_of_live(const PathOptions& options) {
  const std::size_t sample = wire::sample_size(wire::SampleFormat::Xyrgb16);
  const std::size_t datagram = options.samples_per_datagram();
  auto steps = analysis::latency::steps_of(
      {.write = datagram * sample, .octets_per_second = static_cast<double>(options.rate * sample)},
      options.work);
  const Duration tick = time_of(datagram, options.rate), look = fill_interval(options);
  steps.push_back({.stage = Stage::Wait, .period = tick, .queue = options.waiting() - tick});
  steps.push_back({.stage = Stage::Wait, .period = look, .queue = -look});
  const auto way = analysis::latency::steps_of({.octets = octets_of(datagram),
                                                .bits_per_second = options.bits_per_second,
                                                .distance_km = options.kilometres,
                                                .buffer = options.buffer});
  steps.insert(steps.end(), way.begin(), way.end());
  return steps;
}

/// A picture leaves with the next tick of its stream, where none has left within a period.
std::vector<PipelineStep> steps_of_frames(const PathOptions& options) {
  const Duration longest = stream::FrameSession::kLongestTick;
  const Duration tick = options.period / ((options.period - Duration{1}) / longest + 1);
  std::vector<PipelineStep> steps{{.stage = Stage::Input, .work = options.work, .period = kPictureLook},
                                  {.stage = Stage::Wait, .period = tick}};
  const auto way = analysis::latency::steps_of({.octets = octets_of(samples_per_picture(options)),
                                                .bits_per_second = options.bits_per_second,
                                                .distance_km = options.kilometres,
                                                .buffer = options.buffer});
  steps.insert(steps.end(), way.begin(), way.end());
  return steps;
}

/// From anywhere on the circle to where a picture begins. A move that ends within the datagram that it begins
/// in keeps the sample back at the receiver, as its place in the datagram.
PipelineStep move_to_picture(std::uint32_t rate, Duration datagram) {
  const auto circle = analysis::latency::MarkerPattern::picture(64, std::nullopt);
  const auto time_from = [&](std::size_t index) {
    return time_of(stream::blanked_move_length(circle[index], circle.front(), {rate}), rate);
  };
  const Duration shortest = time_from(1), longest = time_from(32);
  return {.stage = longest < datagram ? Stage::Buffer : Stage::Wait,
          .period = longest - shortest,
          .queue = shortest};
}

/// A picture takes over with the next datagram, by a blanked move.
std::vector<PipelineStep> steps_of_shared(const PathOptions& options) {
  const std::size_t datagram = options.samples_per_datagram();
  const Duration tick = time_of(datagram, options.rate);
  std::vector<PipelineStep> steps{{.stage = Stage::Input, .work = options.work, .period = kPictureLook},
                                  {.stage = Stage::Wait, .period = tick},
                                  move_to_picture(options.rate, tick)};
  const auto way = analysis::latency::steps_of({.octets = octets_of(datagram),
                                                .bits_per_second = options.bits_per_second,
                                                .distance_km = options.kilometres,
                                                .buffer = options.buffer});
  steps.insert(steps.end(), way.begin(), way.end());
  return steps;
}

}  // namespace

bool is_estimable(const PathOptions& options) noexcept {
  return options.producer != Producer::Command;
}

analysis::latency::Estimate estimate_of(const PathOptions& options) {
  if (!is_estimable(options))
    throw cli::Failure(cli::kUsage,
                       "the queue of another program cannot be estimated; use idn_latency measure");
  switch (options.producer) {
    case Producer::Live:
      return analysis::latency::estimate(steps_of_live(options));
    case Producer::Frames:
      return analysis::latency::estimate(steps_of_frames(options));
    case Producer::Shared:
      return analysis::latency::estimate(steps_of_shared(options));
    default:
      return analysis::latency::estimate(steps_of_waves(options));
  }
}

}  // namespace idn::latency
