// SPDX-License-Identifier: MIT
#include "latency/path_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/units.hpp"
#include "idn/client/device.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

constexpr Duration kDeviceLatency = 40ms;  ///< DeviceOptions::latency
constexpr Duration kLiveLatency = 20ms;    ///< idn_sender live

void choose_producer(PathOptions& options, const std::string& text) {
  for (const auto producer : {Producer::Device, Producer::Frames, Producer::Live, Producer::Shared})
    if (text == to_string(producer)) {
      options.producer = producer;
      return;
    }
  if (text.find_first_of(" /{") == std::string::npos)
    throw cli::wrong_value("--producer",
                           fmt::format("\"{}\" is not device, frames, live or shared, and no command: commands "
                                       "contain a space or a slash",
                                       text));
  options.producer = Producer::Command;
  options.command = text;
}

std::optional<Duration> parse_within(std::string_view text, Duration least, Duration most) {
  const auto value = cli::parse_duration(text);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

cli::Option add_time(const cli::CommandLine& command, const std::string& names, Duration& value, Duration least,
                     Duration most, const std::string& what) {
  return command
      .add_parsed(
          names, [=](std::string_view text) { return parse_within(text, least, most); },
          [&value](Duration time) { value = time; },
          fmt::format("a time from {}ms to {}ms", in_millis(least), in_millis(most)), what)
      .type_name("TIME");
}

}  // namespace

std::string_view to_string(Producer producer) noexcept {
  switch (producer) {
    case Producer::Device:
      return "device";
    case Producer::Frames:
      return "frames";
    case Producer::Live:
      return "live";
    case Producer::Shared:
      return "shared";
    case Producer::Command:
      break;
  }
  return "command";
}

Duration PathOptions::queue_latency() const noexcept {
  if (producer == Producer::Shared) return Duration{0};  // the newest picture waits for the next datagram only
  if (latency > Duration{0}) return latency;
  return producer == Producer::Live ? kLiveLatency : kDeviceLatency;
}

std::size_t PathOptions::queue_samples() const noexcept {
  const auto wanted =
      static_cast<std::size_t>(queue_latency() / std::chrono::microseconds(1) * rate / 1'000'000);
  return std::max(wanted, 2 * samples_per_datagram());
}

std::size_t PathOptions::samples_per_datagram() const noexcept {
  return client::samples_per_datagram(
      {.rate = static_cast<std::uint32_t>(rate), .datagrams = {.time = datagram}});
}

void add_path_options(const cli::CommandLine& command, PathOptions& o) {
  command
      .add_option(
          "--producer", [&o](const std::string& text) { choose_producer(o, text); },
          "source of the samples: device, frames, live, shared (pictures by shared memory), or a command that "
          "reads raw samples of xyrgb16 from its standard input and streams them to {target}; {rate} and "
          "{latency} are replaced by their values, too "
          "[device]")
      .type_name("NAME")
      .choices("device, frames, live, shared");
  command.add_option("--sender", o.sender, "the program for live and shared [idn_sender]").type_name("FILE");
  command.add_count("--rate,-r", o.rate, 1000, SampleRate::kMax, "samples per second [30k]");
  const cli::Option datagram =
      add_time(command, "--datagram", o.datagram, 200us, 100ms, "waves: display time of a datagram [1ms]");
  const cli::Option latency =
      add_time(command, "--latency", o.latency, 1ms, 2s,
               "waves: samples queued between the application and the wire, as time [40ms; live: 20ms]");
  add_time(
      command, "--end-to-end", o.end_to_end, 4ms, 1s,
      "device: what the whole path may take at most; chooses --datagram and --latency, and --buffer if that is "
      "not given")
      .excludes(datagram)
      .excludes(latency);
  add_time(command, "--work", o.work, 0ns, 1s,
           "processor time of the application from a trigger to its samples; of frames, for each picture, "
           "which it then draws one after the other [0ms]");
  add_time(command, "--period", o.period, 1ms, 10s, "frames: time between two pictures [40ms]");
  command
      .add_parsed(
          "--buffer", [](std::string_view text) { return parse_within(text, 0ns, 2s); },
          [&o](Duration time) {
            o.buffer = time;
            o.has_buffer = true;
          },
          "a time from 0ms to 2000ms", "playout buffer of the receiver [40ms]")
      .type_name("TIME");
  command
      .add_parsed(
          "--distance", cli::parse_kilometres, [&o](double km) { o.kilometres = km; },
          fmt::format("a distance from 0 to {:.0f} km", cli::kMostKilometres),
          "kilometres of fibre to the receiver, 5 us each [0]")
      .type_name("KM");
}

namespace {

std::string latency_text(const PathOptions& o) {
  const Duration asked = o.queue_latency();
  const Duration held = Duration(std::chrono::seconds(1)) * static_cast<std::int64_t>(o.queue_samples()) /
                        static_cast<std::int64_t>(o.rate);
  if (o.producer != Producer::Device || held <= asked)
    return fmt::format(", latency {:g} ms", in_millis(asked));
  return fmt::format(", latency {:.4g} ms (two datagrams; {:g} ms asked for)", in_millis(held),
                     in_millis(asked));
}

}  // namespace

std::string description(const PathOptions& o) {
  std::string text =
      o.producer == Producer::Command ? "\"" + o.command + "\"" : std::string(to_string(o.producer));
  text += fmt::format(", {} samples/s", o.rate);
  if (!o.is_waves())
    text += fmt::format(", a picture every {:g} ms", in_millis(o.period));
  else if (o.producer == Producer::Shared)
    text += ", pictures by shared memory";
  else if (!o.is_by_pipe() || o.latency > Duration{0})
    text += latency_text(o);
  if (o.work > Duration{0}) text += fmt::format(", work {:g} ms", in_millis(o.work));
  if (o.kilometres > 0) text += fmt::format(", {:g} km", o.kilometres);
  return text + fmt::format(", receiver with {:g} ms of buffer", in_millis(o.buffer));
}

}  // namespace idn::latency
