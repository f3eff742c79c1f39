// SPDX-License-Identifier: MIT
#include "sender/stream_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/timing_json.hpp"
#include "idn/io/send/realtime.hpp"
#include "sender/scan/interface_option.hpp"
#include "venue/venue.hpp"

namespace idn::sender {
namespace {

constexpr std::uint64_t kIpAndUdpHeaders = 28;

std::optional<StreamMode> mode_from(const std::string& name) {
  for (const auto mode : {StreamMode::Wave, StreamMode::Frame})
    if (name == to_string(mode)) return mode;
  return std::nullopt;
}

/// Throws cli::Failure if datagrams of a wave cannot be as large.
void check_size(const client::DeviceOptions& options) {
  const auto [least, most] = client::possible_samples(options);
  const std::size_t samples = options.datagrams.samples;
  if (samples >= least && samples <= most) return;
  const std::string octets = options.datagrams.octets ? fmt::format("{} octets", *options.datagrams.octets)
                                                      : "one datagram of Ethernet";
  if (least > most)
    throw cli::Failure(
        cli::kUsage,
        fmt::format("no packet size suits {} samples/s of {} in {}; change --rate, --mtu or --format",
                    options.rate, to_string(options.format), octets));
  throw cli::Failure(
      cli::kUsage,
      fmt::format(
          "--samples-per-packet {} is not possible: {} to {} samples of {} at {} per second make a datagram "
          "of 0.2 to 100 ms that fits into {}",
          samples, least, most, to_string(options.format), options.rate, octets));
}

/// "0" or "0,1".
std::vector<unsigned> processors_from(const std::string& text) {
  const auto usable = io::usable_processors();
  if (usable.empty())
    throw cli::wrong_value("--cpu", "this system cannot bind threads to processors; leave it out");
  std::vector<unsigned> chosen;
  std::istringstream words(text + ',');
  for (std::string word; std::getline(words, word, ',');) {
    const auto number = cli::parse_count(word);
    if (!number || std::ranges::count(usable, *number) == 0)
      throw cli::wrong_value(
          "--cpu", fmt::format("processor \"{}\" is not available to this program; choose from {}", word,
                               fmt::join(usable, ", ")));
    chosen.push_back(static_cast<unsigned>(*number));
  }
  return chosen;
}

std::optional<std::size_t> max_datagram(const StreamOptions& o) {
  if (o.mtu == 0) return std::nullopt;
  return static_cast<std::size_t>(o.mtu - kIpAndUdpHeaders);
}

constexpr double kUsualProbability = 1e-4, kSmallestProbability = 1e-6, kLargestProbability = 0.1;
/// Longest latency of --latency auto.
constexpr Duration kLongestAutoLatency = std::chrono::milliseconds(250);

std::optional<double> parse_budget(std::string_view text) {
  const auto share = cli::parse_share(text);
  return share && *share >= 0.01 && *share <= 0.9 ? share : std::nullopt;
}

/// "5ms", "auto" or "auto:1e-4".
void take_latency(StreamOptions& o, const std::string& text) {
  constexpr std::string_view kAuto = "auto";
  const auto time = cli::parse_duration(text);
  if (time && *time > Duration{0}) {
    o.latency = *time;
    return;
  }
  const std::string_view rest = text.starts_with(kAuto) ? std::string_view(text).substr(kAuto.size()) : "?";
  const auto probability = rest.empty() ? kUsualProbability : cli::parse_number(rest.substr(1)).value_or(0);
  if ((!rest.empty() && !rest.starts_with(':')) || !(probability >= kSmallestProbability) ||
      probability > kLargestProbability)
    throw cli::wrong_value("--latency",
                           fmt::format("\"{}\" is no time such as 5ms, nor auto or auto:PROBABILITY "
                                       "with one from 1e-6 to 0.1",
                                       text));
  o.underrun_probability = probability;
}

std::optional<Duration> parse_end_to_end(std::string_view text) {
  const auto time = cli::parse_duration(text);
  return time && *time >= std::chrono::milliseconds(4) && *time <= std::chrono::seconds(1) ? time
                                                                                           : std::nullopt;
}

constexpr Duration kShortestLatency = std::chrono::milliseconds(1);
constexpr Duration kLongestLatency = std::chrono::seconds(2);

client::LatencyShares shares(const StreamOptions& o) {
  return client::share_latency(o.end_to_end, static_cast<std::uint32_t>(o.rate));
}

/// Two ticks: samples that arrive during a tick are sent with the one after.
Duration latency(const StreamOptions& o) {
  if (o.end_to_end > Duration{0}) return shares(o).queue;
  return o.latency > Duration{0} ? o.latency : std::max(o.usual_latency, 2 * o.tick);
}

void check_latency(const StreamOptions& o) {
  if (o.end_to_end > Duration{0} && (o.latency > Duration{0} || o.underrun_probability > 0 ||
                                     o.tick > Duration{0} || o.samples_per_packet > 0))
    throw cli::Failure(cli::kUsage,
                       "--end-to-end chooses --latency, --tick and --samples-per-packet; leave these out");
  if (latency(o) < kShortestLatency || latency(o) > kLongestLatency)
    throw cli::Failure(cli::kUsage, "--latency: give a time from 1ms to 2s");
  if (latency(o) < 2 * o.tick)
    throw cli::Failure(cli::kUsage,
                       fmt::format("--latency {:g}ms is shorter than two ticks; give {:g}ms or more, or a "
                                   "shorter --tick",
                                   in_millis(latency(o)), in_millis(2 * o.tick)));
}

void check_waves(const StreamOptions& o, const client::DeviceOptions& options) {
  check_size(options);
  if (o.once) throw cli::Failure(cli::kUsage, "--once is for frames; add --mode frame");
  if (o.spread >= Duration{0}) throw cli::Failure(cli::kUsage, "--spread is for frames; add --mode frame");
  if (o.duration != Duration{0} && in_seconds(o.duration) * static_cast<double>(o.rate) < 1)
    throw cli::Failure(cli::kUsage, fmt::format("--duration is shorter than one sample at {} samples/s; give a "
                                                "longer one, or leave it out to stream to the end",
                                                o.rate));
  if (o.tick != Duration{0} &&
      (o.tick < std::chrono::microseconds(50) || o.tick > std::chrono::milliseconds(100)))
    throw cli::Failure(cli::kUsage, "--tick: give a time from 0.05ms to 100ms");
  check_latency(o);
}

void check_frames(const StreamOptions& o) {
  if (asks_for_latency(o))
    throw cli::Failure(
        cli::kUsage,
        "--latency and --end-to-end are for waves; of frames up to 4 wait, the shorter the higher --fps is");
  if (o.tick != Duration{0})
    throw cli::Failure(cli::kUsage, "--tick is for waves; give the time between frames with --fps");
  if (o.catch_up != client::DatagramOptions{}.catch_up)
    throw cli::Failure(cli::kUsage, "--catch-up is for waves: overdue frames are never sent; leave it out");
  if (o.follow)
    throw cli::Failure(cli::kUsage, "--follow is for waves, since frames drain no buffer; leave it out");
  if (o.spread > std::chrono::seconds(5))
    throw cli::Failure(cli::kUsage, "--spread: give a time from 0ms to 5s");
  if (o.fps < 0.1 || o.fps > 1000)
    throw cli::Failure(cli::kUsage, "--fps: frame mode needs a number from 0.1 to 1000");
}

client::DeviceOptions common_options(const StreamOptions& o) {
  if (o.dark_before_close > std::chrono::seconds(5))
    throw cli::Failure(cli::kUsage, "--dark-before-close: give a time from 0ms to 5s");
  client::DeviceOptions options;
  options.rate = static_cast<std::uint32_t>(o.rate);
  options.format = o.format;
  options.datagrams = {.samples = samples_per_packet(o), .octets = max_datagram(o), .dscp = o.dscp};
  options.channel = static_cast<std::uint8_t>(o.channel);
  options.client_group = static_cast<std::uint8_t>(o.group);
  options.rearm = true;
  options.shares_service = true;
  options.dark_before_close = o.dark_before_close;
  options.output = o.output;
  return options;
}

client::DeviceOptions wave_options(const StreamOptions& o) {
  client::DeviceOptions options = common_options(o);
  check_waves(o, options);
  options.datagrams.tick = o.tick;
  options.datagrams.catch_up = o.catch_up;
  options.follow_clock = o.follow;
  options.latency = o.underrun_probability > 0 ? std::max(kLongestAutoLatency, 4 * o.tick) : latency(o);
  options.underrun_probability = o.underrun_probability;
  // While the input is late the stream is dark; it goes on when samples come.
  options.hold = o.hold > Duration{0} ? o.hold : Duration::max();
  return options;
}

client::DeviceOptions frame_options(const StreamOptions& o) {
  check_frames(o);
  client::FrameOptions frames;
  frames.period = std::chrono::round<Duration>(std::chrono::duration<double>(1 / o.fps));
  if (o.spread >= Duration{0}) frames.spread = o.spread;
  frames.once = o.once;
  frames.keep_all = !o.shows_newest;
  if (const auto octets = max_datagram(o)) frames.max_datagram = std::min(*octets, frames.max_datagram);
  client::DeviceOptions options = common_options(o);
  options.frames = frames;
  if (!client::validate(options))
    throw cli::Failure(cli::kUsage,
                       "--mtu: frame mode needs at least 604 octets, and room for a configuration");
  // The producer is a thread of this program, which may wait long on a busy machine.
  options.hold = o.hold > Duration{0} ? o.hold : std::chrono::milliseconds(500);
  return options;
}

std::optional<Duration> waiting_from(const std::string& text) {
  if (text == "no") return std::nullopt;
  const auto time = cli::parse_duration(text);
  if (!time || *time > std::chrono::hours(1))
    throw cli::wrong_value("--wait-for-units", "give a time from 0s to 1h, or no");
  return *time;
}

}  // namespace

std::string_view to_string(StreamMode mode) noexcept {
  return mode == StreamMode::Wave ? "wave" : "frame";
}

std::string_view to_string(Pace pace) noexcept {
  return pace == Pace::Kernel ? "kernel" : "sender";
}

std::optional<Pace> pace_from(std::string_view name) noexcept {
  for (const auto pace : {Pace::Sender, Pace::Kernel})
    if (name == to_string(pace)) return pace;
  return std::nullopt;
}

std::optional<AfterLoss> after_loss_from(std::string_view name) noexcept {
  if (name == "light") return AfterLoss::Light;
  if (name == "dark") return AfterLoss::Dark;
  return std::nullopt;
}

void add_stream_options(const cli::CommandLine& command, StreamOptions& o) {
  command
      .add_option(
          "--target,-t", o.target,
          fmt::format(
              "receiver: a projector of the venue file by its name, HOST[:PORT][/SERVICE], or what idn_sender "
              "scan "
              "lists: UNIT-ID[/SERVICE] or the name of a unit or of a service, which is found again if it "
              "changes its address [{}]",
              o.target))
      .type_name("TARGET");
  command.add_choice("--mode,-m", o.mode, mode_from, "wave, frame",
                     "wave: a gapless stream of samples; frame: pictures that the receiver repeats [wave]");
  command.add_flag("--once", o.once, "frame mode: ask the receiver to draw each frame one time only");
  command.add_duration(
      "--spread", o.spread,
      fmt::format(
          "frame mode: time over which the {} octets of the longest frame leave in their fragments, shorter "
          "frames in proportion; at most half of the time between frames, 0ms: at once [{}ms]",
          client::max_frame_samples(wire::kUsualFormat) * wire::sample_size(wire::kUsualFormat),
          client::FrameOptions{}.spread / std::chrono::milliseconds(1)),
      Duration{0});
  command.add_count("--samples-per-packet,-n", o.samples_per_packet, 1, 65535,
                    "samples per datagram [as many as last 1 ms, at least 20]");
  command.add_count(
      "--mtu", o.mtu, 576, 65535,
      "largest IP packet, to allow other than 1454 octets of datagram; longer frames go out in fragments");
  command.add_count("--service", o.service, 0, 255, "service ID of the receiver; 0 is its default laser [0]");
  command.add_count("--channel", o.channel, 0, 63, "channel ID [0]");
  command.add_count("--group", o.group, 0, 15, "client group [0]");
  command.add_duration("--duration,-d", o.duration, "stop after this time, for example 10s");
  command.add_duration(
      "--dark-before-close", o.dark_before_close,
      fmt::format(
          "dark after the last sample for this time, or for the latency that the receiver reports if that is "
          "longer, up to 5s; there are receivers that drop what they have buffered when a stream is closed "
          "[{}ms]",
          o.dark_before_close / std::chrono::milliseconds(1)),
      Duration{0});
  command.add_duration("--tick", o.tick, "time between wake-ups [display time of one datagram]");
  command
      .add_option(
          "--latency", [&o](const std::string& text) { take_latency(o, text); },
          fmt::format(
              "the most that may wait in this program, 1ms to 2s: shorter reacts sooner, longer survives "
              "an input that stalls; at least two datagrams (waves). auto:PROBABILITY: as much, up to "
              "250ms, as keeps the share of datagrams that are incomplete when due below it, 1e-6 to 0.1; "
              "auto is auto:1e-4 [{}ms]",
              o.usual_latency / std::chrono::milliseconds(1)))
      .type_name("TIME");
  command
      .add_parsed(
          "--end-to-end", parse_end_to_end, [&o](Duration time) { o.end_to_end = time; },
          "a time from 4ms to 1s",
          "how long it may take from this program to the light: chooses datagrams, --tick and --latency; what "
          "is left for "
          "the way and for the buffer of the receiver the summary tells (waves)")
      .type_name("TIME");
  command.add_count(
      "--catch-up", o.catch_up, 0, 1000,
      fmt::format(
          "after a stall, overdue datagrams that leave at one wake-up beside those that are due, at most "
          "20 ms of them (waves) [{}]",
          o.catch_up));
  command.add_flag("--follow", o.follow,
                   "follow the clock of a receiver that has a small, fixed buffer and reports its latency, by "
                   "at most 200 ppm; wave mode only");
  add_projector_options(command, o.given);
  command.fold("the stream", {"--mode", "--once", "--spread", "--samples-per-packet", "--mtu", "--service",
                              "--channel", "--group", "--dark-before-close", "--tick", "--latency",
                              "--end-to-end", "--catch-up", "--follow"});
}

namespace {

Endpoint report_place(const std::string& text) {
  std::uint32_t address = 0x7F000001;
  std::uint16_t port = 0;
  parse_place("--report-to", text, address, port);
  if (address >> 24 != 127 || port == 0)
    throw cli::wrong_value("--report-to",
                           fmt::format("\"{}\" is no port on this machine; give 9300 for example", text));
  return Endpoint::ipv4(address, port);
}

}  // namespace

void add_loop_options(const cli::CommandLine& command, LoopOptions& o) {
  command.add_option("--venue", o.venue_file, kVenueOption).type_name("FILE");
  command.add_choice("--wait", o.wait, io::wait_mode_from, "sleep, hybrid, spin, auto",
                     "sleep, hybrid (sleep, then spin), spin, or auto: as hybrid, but spinning as long before "
                     "each deadline as the latest wake-ups on this machine need, with a second thread on "
                     "other processors that takes over if the first is late, within --cpu-budget; with one "
                     "processor or on battery it is hybrid, with --pace kernel sleep [auto]");
  command
      .add_parsed(
          "--cpu-budget", parse_budget, [&o](double share) { o.cpu_budget = share; },
          "a share of a core from 1% to 90%",
          fmt::format("--wait auto: the most of a core that spinning may take, 1% to 90% [{:g}%]",
                      100 * io::kUsualCpuBudget))
      .type_name("SHARE");
  command.add_choice(
      "--pace", o.pace, pace_from, "sender, kernel",
      "who delays each datagram until its time: sender, or the kernel where its queue discipline "
      "is fq or etf (Linux) [sender]");
  command
      .add_option(
          "--cpu", [&o](const std::string& text) { o.processors = processors_from(text); },
          "processor to send from, for example 1; several loops take theirs from a list such as 0,1")
      .type_name("N");
  command.add_flag("--no-realtime", o.no_realtime, "leave thread priority, memory and timers as they are");
  command
      .add_option(
          "--wait-for-units", [&o](const std::string& text) { o.wait_for_units = waiting_from(text); },
          fmt::format(
              "targets by unit ID or name that are not there: how long to wait for them, 0s to 1h, before the "
              "stream begins without them; they join when they are there; no: they are an error [{}]",
              o.wait_for_units ? "0s" : "no"))
      .type_name("TIME");
  command
      .add_parsed(
          "--after-loss", after_loss_from, [&o](AfterLoss what) { o.after_loss = what; }, "light or dark",
          "when a projector was away and is back: light, or dark until light is asked for by key or trigger "
          "[dark "
          "with a keyboard, else light]")
      .type_name("STATE")
      .choices("light, dark");
  command
      .add_repeatable(
          "--on", [&o](const std::string& text) { o.on.push_back(parse_trigger_input(text)); },
          "where triggers come from: osc:[ADDRESS:]PORT, udp:[ADDRESS:]PORT (this machine only, unless ADDRESS "
          "is "
          "another one or 0.0.0.0) or midi:NAME; what they ask for is dark, light, next, previous, cue N or "
          "brightness N, "
          "and "
          ",TRIGGER=ACTION behind it says what else means that, as often as wanted; see docs/triggers.md")
      .type_name("SOURCE");
  command
      .add_option("--audio", o.sound.file,
                  "a sound file that is played in step with the light: WAV, FLAC, Ogg, MP3")
      .type_name("FILE")
      .reads_files();
  command
      .add_parsed(
          "--audio-offset", parse_sound_offset, [&o](Duration time) { o.sound.offset = time; },
          "a time such as 20ms or -20ms, of 10 s at most",
          "how much later than the light it is heard; negative: earlier [0ms]")
      .type_name("TIME");
  command
      .add_parsed(
          "--start-at", cli::parse_moment, [&o](Duration moment) { o.start_at = moment; },
          "a time such as 2026-12-31T23:59:50Z, 2027-01-01T00:59:50+01:00, or seconds since 1970",
          "when the first sample leaves, by the wall clock; dark until then")
      .type_name("TIME");
  command
      .add_option(
          "--report-to", [&o](const std::string& text) { o.status.report_to = report_place(text); },
          "port on this machine that gets what --json prints, a line in each UDP datagram, beside what is "
          "printed")
      .type_name("PORT");
  command.add_flag("--begin-dark", o.begins_dark, "dark until a trigger says light; with --on");
  command.add_flag("--json", o.status.as_json, "one JSON object per second on standard output");
  command.add_flag("--details", o.status.has_details, "print all measurements of each stream at the end");
  command.add_flag("--quiet", o.status.is_quiet, "print only changes, the summary and faults");
  command.fold("the machine", {"--wait", "--cpu-budget", "--pace", "--cpu", "--no-realtime"});
  add_interface_option(command, o.interfaces);
  command.fold("the evening", {"--interface", "--wait-for-units", "--after-loss", "--begin-dark", "--start-at",
                               "--report-to", "--audio-offset", "--details", "--quiet"});
}

std::size_t samples_per_packet(const StreamOptions& o) {
  if (o.samples_per_packet != 0) return o.samples_per_packet;
  client::DatagramOptions datagrams{.octets = max_datagram(o)};
  if (o.end_to_end > Duration{0}) datagrams.time = shares(o).datagram;
  return client::samples_per_datagram(
      {.rate = static_cast<std::uint32_t>(o.rate), .format = o.format, .datagrams = datagrams});
}

std::size_t longest_wait(const StreamOptions& o) {
  const auto of_time = static_cast<std::size_t>(latency(o) / std::chrono::microseconds(1)) * o.rate / 1'000'000;
  return std::max<std::size_t>(of_time, 2 * samples_per_packet(o));
}

client::DeviceOptions device_options(const StreamOptions& o) {
  return o.mode == StreamMode::Wave ? wave_options(o) : frame_options(o);
}

}  // namespace idn::sender
