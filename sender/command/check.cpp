// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "cli/command_line.hpp"
#include "cli/end_signals.hpp"
#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/text.hpp"
#include "idn/client/devices.hpp"
#include "idn/io/find/discovery.hpp"
#include "idn/io/find/network.hpp"
#include "idn/io/now.hpp"
#include "sender/check/verdict.hpp"
#include "sender/command/commands.hpp"
#include "sender/scan/interface_option.hpp"
#include "sender/target.hpp"
#include "venue/venue.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

struct CheckOptions : StreamOptions {
  Duration time = 10s;
  LoopOptions loop;
};

constexpr const char* kCheckManual = R"(
Streams to the projector for ten seconds, and never lights it. Looks for it, asks whether it plays the stream, and
measures round trip, loss and how late this machine is, at the rate of the venue file. Then one verdict, with the
remedy. While another program plays to the projector, that one is not disturbed, and the verdict is MUTED.

Exit codes
  0  READY
  1  not ready; the verdict says why
  2  usage
  3  the target cannot be resolved
)";

/// A search for the target alone if it is an address, else for all, and for the host of that name.
stream::UnitList search_for(const StreamOptions& options, const std::vector<std::string>& interfaces) {
  io::DiscoveryOptions search;
  search.interfaces = interfaces;
  search.search.client_group = static_cast<std::uint8_t>(options.group);
  search.broadcast = needs_search(options);
  const Target target = parse_target(options.target);
  if (!target.unit)
    if (const auto at = io::resolve(target.host, target.port)) search.search.addresses.push_back(*at);
  return io::discover(search).found.told_apart();
}

/// Sends darkness for that long, or until a signal.
Checked measure_in_darkness(client::Device& device, const StreamOptions& options,
                            const stream::FoundUnit* unit) {
  StreamWatch watch({.options = options,
                     .device = device,
                     .name = options.projector,
                     .playing = {},
                     .remote = device.status().remote,
                     .total_samples = {}});
  Checked checked{.answers_search = unit != nullptr};
  std::mutex mutex;
  std::condition_variable ended;
  bool is_ended = false;
  const cli::EndSignals signals([&] {
    const std::lock_guard lock(mutex);
    is_ended = true;
    ended.notify_one();
  });
  const TimePoint begin = io::monotonic_now();
  std::optional<TimePoint> answered;
  for (Duration elapsed{0}; elapsed < options.duration; elapsed = io::monotonic_now() - begin) {
    std::unique_lock lock(mutex);
    if (ended.wait_for(lock, 100ms, [&] { return is_ended; })) break;
    watch.update(io::monotonic_now() - begin);
    const client::DeviceStatus& status = watch.status();
    if (status.round_trip > 0ns && status.answered_at != answered)
      checked.round_trips.push_back(status.round_trip);
    answered = status.answered_at;
    const LightKind kind = watch.light().kind;
    if (kind == LightKind::Flickers) checked.flickered = watch.light().why;
    if (answered && (kind == LightKind::NoAnswer || kind == LightKind::Refused)) checked.was_away = true;
  }
  checked.status = device.status();
  checked.network = watch.network();
  checked.wake_ups = checked.status.datagrams;
  std::ranges::sort(checked.round_trips);
  return checked;
}

std::string describe_found(const stream::FoundUnit* unit, const Endpoint& at) {
  if (unit == nullptr) return fmt::format("{} does not answer a search", to_string(at));
  return fmt::format("{} \"{}\" at {}", to_string(unit->key), cli::printable(unit->host_name), to_string(at));
}

std::string describe_round_trip(const std::vector<Duration>& sorted) {
  if (sorted.empty()) return "not known";
  return fmt::format("{:.2f} ms, from {:.2f} to {:.2f} ms", in_millis(sorted[sorted.size() / 2]),
                     in_millis(sorted.front()), in_millis(sorted.back()));
}

std::string describe_link(const Checked& checked) {
  const StreamWatch::Network& network = checked.network;
  if (network.reports == 0) return "the receiver does not report its quality";
  return fmt::format("link quality {:.0f} % on average, {:.0f} % at worst{}", network.mean(), network.least,
                     network.has_gaps ? "; it missed datagrams" : "; nothing missing");
}

void print_check(const StreamOptions& options, const stream::FoundUnit* unit, const Checked& checked,
                 const Verdict& verdict) {
  const client::DeviceStatus& status = checked.status;
  fmt::print("found         {}\n", describe_found(unit, status.remote));
  fmt::print("answers       {} of {} acknowledges came\n", status.acks_received, status.acks_requested);
  fmt::print("round trip    {}\n", describe_round_trip(checked.round_trips));
  fmt::print("network       {}\n", describe_link(checked));
  fmt::print("buffer        {}\n", status.receiver_latency > 0ns
                                       ? fmt::format("{:.1f} ms", in_millis(status.receiver_latency))
                                       : std::string("not reported"));
  fmt::print("this machine  {} of {} wake-ups over 100 us late, worst {:.0f} us\n", status.late_ticks,
             checked.wake_ups, in_micros(status.worst_lateness));
  fmt::print("{}: {}{}{}\n", cli::printable(options.projector), verdict.text,
             verdict.remedy.empty() ? "" : "; ", verdict.remedy);
}

void print_check_json(const StreamOptions& options, const stream::FoundUnit* unit, const Checked& checked,
                      const Verdict& verdict) {
  const client::DeviceStatus& status = checked.status;
  const auto trips = checked.round_trips;
  fmt::print(
      "{}",
      cli::json_line(Json{
          {"event", "check"},
          {"target", options.projector},
          {"remote", to_string(status.remote)},
          {"is_ready", verdict.is_ready},
          {"verdict", verdict.text},
          {"remedy", verdict.remedy},
          {"unit", unit == nullptr ? Json() : Json(to_string(unit->key))},
          {"acks_requested", status.acks_requested},
          {"acks_received", status.acks_received},
          {"receiver", to_string(status.receiver)},
          {"round_trip_us", trips.empty() ? Json() : Json(in_micros(trips[trips.size() / 2]))},
          {"link_quality_mean_percent", checked.network.reports == 0 ? Json() : Json(checked.network.mean())},
          {"link_quality_least_percent", checked.network.reports == 0 ? Json() : Json(checked.network.least)},
          {"gaps_reported", checked.network.has_gaps},
          {"receiver_latency_us", in_micros(status.receiver_latency)},
          {"wake_ups", checked.wake_ups},
          {"late_ticks", status.late_ticks},
          {"worst_lateness_us", in_micros(status.worst_lateness)}}));
}

client::Device open_dark(client::Devices& devices, const StreamOptions& options) {
  const client::DeviceOptions device_options = sender::device_options(options);
  auto device = devices.open(options.target, place_of(options), device_options);
  if (!device) throw cli::Failure(cli::kEnvironment, device.error().message());
  const auto filled = device->fill([](const client::FillRequest&, std::span<LaserSample> room) {
    std::ranges::fill(room, LaserSample{});
    return room.size();
  });
  if (!filled) throw cli::Failure(cli::kEnvironment, filled.error().message());
  return *std::move(device);
}

int check_projector(CheckOptions options) {
  complete(options, venue_of(options.loop));
  options.duration = options.time;
  const stream::UnitList found = search_for(options, options.loop.interfaces);
  if (is_missing(options, found)) {
    const Verdict away = verdict_of({});
    if (options.loop.status.as_json)
      print_check_json(options, nullptr, {}, away);
    else
      fmt::print("{}: {}; {}\n", cli::printable(options.projector), away.text, away.remedy);
    return cli::kFindings;
  }
  static_cast<StreamOptions&>(options) = located(options, found);
  client::Engine engine({.threads = 1, .wait = options.loop.wait, .expert = {.lock_memory = true}});
  client::Devices devices(engine, client::Search::Off);
  client::Device device = open_dark(devices, options);
  const stream::FoundUnit* const unit = found.at(device.status().remote);
  const Checked checked = measure_in_darkness(device, options, unit);
  const Verdict verdict = verdict_of(checked);
  if (options.loop.status.as_json)
    print_check_json(options, unit, checked, verdict);
  else
    print_check(options, unit, checked, verdict);
  return verdict.is_ready ? cli::kOk : cli::kFindings;
}

}  // namespace

void add_check(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<CheckOptions>();
  const cli::CommandLine command =
      app.add_subcommand("check", "Tell whether a projector is ready, without light");
  command.add_option("TARGET", options->target, "the projector, as for --target of play").required();
  command.add_duration("--duration,-d", options->time, "how long to look [10s]");
  command.add_option("--venue", options->loop.venue_file, kVenueOption).type_name("FILE");
  add_interface_option(command, options->loop.interfaces);
  command.add_flag("--json", options->loop.status.as_json, "one JSON object");
  command.footer(kCheckManual);
  command.callback([options, &run] { run = [options] { return check_projector(*options); }; });
}

}  // namespace idn::sender
