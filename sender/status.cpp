// SPDX-License-Identifier: MIT
#include "sender/status.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"
#include "idn/io/now.hpp"
#include "sender/refusals.hpp"
#include "sender/summary.hpp"
#include "sender/trigger/trigger_report.hpp"
#include "sender/unit_event.hpp"

namespace idn::sender {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

Json to_json(const client::OutputCounts& counts) {
  return {{"picture", counts.picture},
          {"speed", counts.speed},
          {"acceleration", counts.acceleration},
          {"zones", counts.zones},
          {"allowed", counts.allowed},
          {"brightness", counts.brightness},
          {"dwell", counts.dwell},
          {"scanner_load", counts.scanner_load}};
}

}  // namespace

Status::Status(StatusOptions options) : options_(options) {
  if (options_.report_to) report_.emplace(*options_.report_to);
}

/// By those who read JSON.
bool Status::is_read() const noexcept {
  return options_.as_json || report_;
}

void Status::emit(const Json& event) const {
  if (!is_read()) return;
  const std::string line = cli::json_line(event);
  if (options_.as_json) fmt::print("{}", line);
  if (report_) report_->send(line);
}

void Status::carried_out(const TriggerOutcome& outcome) {
  if (const std::string text = describe(outcome); !text.empty() && !options_.as_json) {
    line_.clear();
    fmt::print(stderr, "idn_sender: {}\n", text);
  }
  emit(to_json(outcome));
  cli::flush_output();
}

void Status::waits_until(Duration since_1970) {
  if (!options_.as_json)
    fmt::print(stderr, "idn_sender: dark until {}, {} from now\n", cli::utc(since_1970),
               cli::format_elapsed(std::max(since_1970 - io::since_1970(), Duration{0})));
  Json line{{"event", "waiting"}};
  line.update(cli::moment_json(since_1970));
  emit(line);
  cli::flush_output();
}

/// The most important first: a narrow terminal cuts off the end.
std::string Status::line_of(const StreamWatch& stream) const {
  const std::string playing = stream.playing_text();
  const std::uint64_t limited = limited_samples(stream.status().limited);
  return fmt::format("{}  {}{}{}", stream.stream().name, stream.light_text(),
                     playing.empty() ? "" : "  " + playing,
                     limited == 0 ? "" : fmt::format("  {} samples limited", limited));
}

std::string Status::totals(Duration elapsed) const {
  std::uint64_t datagrams = 0, late = 0;
  Duration worst{0};
  double samples_per_second = 0, bytes_per_second = 0;
  for (const StreamWatch& stream : streams_) {
    datagrams += stream.status().datagrams;
    late += stream.status().late_ticks;
    worst = std::max(worst, stream.status().worst_lateness);
    samples_per_second += stream.samples_per_second();
    bytes_per_second += stream.bytes_per_second();
  }
  const StreamWatch::Stream& first = streams_.front().stream();
  std::string total;
  if (first.total_samples) {
    const double seconds = static_cast<double>(*first.total_samples) / static_cast<double>(first.options.rate);
    total = " / " + cli::format_elapsed(std::chrono::round<Duration>(std::chrono::duration<double>(seconds)));
  }
  return fmt::format("{}{}  {:.1f}k/s  {} datagrams  {} late, worst {:.0f} us  {}",
                     cli::format_elapsed(elapsed), total, samples_per_second / 1e3, datagrams, late,
                     in_micros(worst), cli::format_bytes_per_second(bytes_per_second));
}

/// Several streams have a line each, first those that need a look, as far as the terminal has room.
std::string Status::progress(Duration elapsed) const {
  if (streams_.size() == 1) return line_of(streams_.front()) + "  " + totals(elapsed);
  std::vector<const StreamWatch*> order;
  for (const StreamWatch& stream : streams_) order.push_back(&stream);
  const std::size_t room = line_.rows() - 1;  // with the totals
  if (order.size() > room)
    std::ranges::stable_partition(
        order, [](const StreamWatch* stream) { return stream->light().kind != LightKind::Lit; });
  const std::size_t shown = order.size() <= room ? order.size() : room - 1;
  std::string text;
  for (const StreamWatch* stream : std::span(order).first(shown)) text += line_of(*stream) + '\n';
  if (shown < order.size()) text += fmt::format("and {} more\n", order.size() - shown);
  return text + totals(elapsed);
}

void Status::print_json(const StreamWatch& watch, const char* event, Duration elapsed,
                        const std::vector<client::TickThreadStatus>& threads) const {
  const StreamWatch::Stream& stream = watch.stream();
  const client::DeviceStatus& status = watch.status();
  const DurationHistogram& waited = stream.device.waited();
  const client::AckSummary ack = status.last_answer;
  const client::Refusals refusals = status.refusals;
  const bool knows_quality = watch.network().reports > 0;
  Json line{{"event", event},
            {"remote", to_string(stream.remote)},
            {"target", stream.name},
            {"elapsed_s", in_seconds(elapsed)},
            {"light", key_of(watch.light().kind)},
            {"because", watch.light().why},
            {"playing", watch.playing()},
            {"brightness_percent", watch.brightness()},
            {"datagrams", status.datagrams},
            {"samples", status.samples},
            {"bytes", status.bytes},
            {"bytes_per_second", watch.bytes_per_second()},
            {"late_ticks", status.late_ticks},
            {"worst_lateness_us", in_micros(status.worst_lateness)},
            {"reanchors", status.reanchors},
            {"waited_p50_us", cli::micros_or_null(waited.percentile(500))},
            {"waited_p99_us", cli::micros_or_null(waited.percentile(990))},
            {"waited_max_us", in_micros(waited.longest())},
            {"starved_samples", status.starved_samples},
            {"socket_full", status.socket_full},
            {"late_in_kernel", status.late_in_kernel},
            {"send_errors", refused(status)},
            {"acks_requested", status.acks_requested},
            {"acks_received", status.acks_received},
            {"receiver", to_string(status.receiver)},
            {"receiver_result", static_cast<unsigned>(ack.result)},
            {"input_events", ack.input_events},
            {"pipeline_events", ack.pipeline_events},
            {"refused_share", refusals.share()},
            {"refused_chunks", refusals.refused},
            {"judged_chunks", refusals.judged},
            {"refused_because", reasons(refusals)},
            {"status_flags", ack.status},
            {"link_quality", ack.link_quality == 0 ? Json() : Json(ack.link_quality)},
            {"link_quality_least_percent", knows_quality ? Json(watch.network().least) : Json()},
            {"link_quality_mean_percent", knows_quality ? Json(watch.network().mean()) : Json()},
            {"gaps_reported", watch.network().gaps},
            {"receiver_latency_us", in_micros(status.receiver_latency)},
            {"round_trip_us", in_micros(status.round_trip)},
            {"reconnects", status.reconnects},
            {"keepalives", status.keepalives},
            {"limited", to_json(status.limited)},
            {"frames", status.frames}};
  if (stream.options.underrun_probability > 0) line["latency_us"] = in_micros(status.latency);
  if (stream.options.follow) line["correction_ppm"] = status.correction_ppm;
  if (stream.total_samples) line["total_samples"] = *stream.total_samples;
  for (const client::TickThreadStatus& loop : threads) {
    line["loops"].push_back({{"tick_cpu_percent", processor_share(loop) * 100},
                             {"guard_us", loop.guard / 1us},
                             {"stepped_down", loop.stepped_down}});
    if (loop.standby_wake_ups) line["loops"].back()["standby_wake_ups"] = *loop.standby_wake_ups;
  }
  emit(line);
}

void Status::print_start(const StreamWatch& watch, const client::TickThreadStatus& thread) const {
  const StreamWatch::Stream& stream = watch.stream();
  const client::DeviceStatus status = stream.device.status();
  const StreamOptions& options = stream.options;
  Json grants = Json::array();
  for (const auto& grant : thread.grants)
    grants.push_back({{"what", grant.what}, {"granted", grant.granted}, {"detail", grant.detail}});
  const Json line{{"event", "start"},
                  {"local", to_string(status.local)},
                  {"remote", to_string(stream.remote)},
                  {"target", stream.name},
                  {"rate", options.rate},
                  {"samples_per_packet", samples_per_packet(options)},
                  {"format", to_string(options.format)},
                  {"wait", to_string(thread.wait)},
                  {"guard_us", thread.guard / 1us},
                  {"pace", status.pacing ? "kernel" : "sender"},
                  {"grants", grants}};
  emit(line);
}

void Status::listening(const std::string& what, const std::string& place) const {
  if (!options_.as_json) fmt::print(stderr, "idn_sender: {} at {}\n", what, place);
  emit(Json{{"event", "listening"}, {"for", what}, {"at", place}});
  cli::flush_output();
}

void Status::finished(const Triggers& triggers) {
  if (!options_.as_json) fmt::print("triggers  {}\n", describe(triggers.counters(), triggers.response_times()));
  emit(to_json(triggers.counters(), triggers.response_times()));
  cli::flush_output();
}

void Status::finished(const SoundFacts& sound) {
  if (!options_.as_json)
    fmt::print(
        "sound     by {}, {} samples/s in blocks of up to {:.1f} ms; {:.1f} ms from the light at worst behind "
        "the first 10 s; {} jumps, {} blocks read too late\n",
        cli::printable(sound.device), sound.rate, in_millis(sound.block), in_millis(sound.worst), sound.jumps,
        sound.starved);
  emit(Json{{"event", "sound"},
            {"device", sound.device},
            {"rate", sound.rate},
            {"block_ms", in_millis(sound.block)},
            {"worst_ms", in_millis(sound.worst)},
            {"jumps", sound.jumps},
            {"starved", sound.starved}});
  cli::flush_output();
}

void Status::started(const client::TickThreadStatus& thread) {
  if (!is_read()) return;
  for (const StreamWatch& stream : streams_) print_start(stream, thread);
  cli::flush_output();
}

void Status::update(Duration elapsed) {
  const bool second_is_over = elapsed / 1s > last_update_ / 1s;
  last_update_ = elapsed;
  for (StreamWatch& stream : streams_) stream.update(elapsed);
  report_changes();
  if (!options_.as_json && !options_.is_quiet) line_.show(progress(elapsed));
  if (!second_is_over || !is_read()) return;
  for (const StreamWatch& stream : streams_) print_json(stream, "status", elapsed, {});
  cli::flush_output();
}

std::vector<std::size_t> Status::take_losses() {
  std::vector<std::size_t> losses;
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (streams_[i].take_loss()) losses.push_back(i);
  return losses;
}

void Status::after_loss(std::size_t stream, bool stays_dark) {
  streams_[stream].darkened_after_loss(stays_dark);
  warn(streams_[stream].stream().name, stays_dark
                                           ? "is away; it stays dark when it is back, until light is asked for"
                                           : "is away; the light comes back with it");
}

void Status::switched(std::size_t stream) {
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (stream == 0 || stream == i + 1) streams_[i].darkened_after_loss(false);
}

void Status::without_cue(std::uint32_t number) {
  line_.clear();
  if (!options_.as_json && number == 0) fmt::print(stderr, "idn_sender: nothing here has cues\n");
  if (!options_.as_json && number != 0) fmt::print(stderr, "idn_sender: there is no cue {}\n", number);
}

void Status::keys(bool has_cues) const {
  if (!options_.as_json && !options_.is_quiet)
    fmt::print(stderr,
               "idn_sender: keys: space dark, enter light{}, + and - brightness{}, "
               "Ctrl-C end\n",
               has_cues ? ", n next cue, p previous, 1 to 9 cue" : "",
               streams_.size() > 1 ? ", f 1 to f 9 one projector dark or light" : "");
}

void Status::report_changes() {
  for (StreamWatch& stream : streams_) {
    const auto change = stream.take_change();
    if (!change) continue;
    line_.clear();
    if (!options_.as_json) fmt::print(stderr, "{} {}: {}\n", cli::time_of_day(), stream.stream().name, *change);
    emit(Json{{"event", "light"},
              {"target", stream.stream().name},
              {"light", key_of(stream.light().kind)},
              {"because", stream.light().why},
              {"playing", stream.playing()}});
    cli::flush_output();
  }
}

void Status::warn(const std::string& name, const std::string& text) {
  line_.clear();
  fmt::print(stderr, "idn_sender: {}: {}\n", name, text);
}

void Status::limits_of(const std::string& path, bool act) const {
  if (!options_.as_json)
    fmt::print(stderr, "idn_sender: limits of {} {}\n", path, act ? "are in force" : "are counted only");
  emit(Json{{"event", "limits"}, {"path", path}, {"act", act}});
}

void Status::missing(std::size_t stream) {
  warn(streams_[stream].stream().name,
       "is not found; it is begun without, and joins, lit, when it is there; switch it on, check its cable and "
       "network");
}

void Status::searched(std::size_t stream, bool is_found) {
  if (!streams_[stream].searched(is_found)) return;
  warn(streams_[stream].stream().name,
       fmt::format("nobody answers at {}, neither the stream nor searches; switch it on, or check --target; "
                   "sending on",
                   to_string(streams_[stream].stream().remote)));
}

void Status::report(std::size_t stream, const std::string& name, const stream::UnitEvent& event) {
  if (event.kind == stream::UnitEvent::Kind::Moved) streams_[stream].moved(event.to);
  if (!options_.as_json) warn(name, describe(event));
  emit(to_json(name, event));
  cli::flush_output();
}

void Status::finished(Duration elapsed, const std::vector<client::TickThreadStatus>& threads) {
  line_.clear();
  for (StreamWatch& stream : streams_) {
    stream.end(elapsed);
    if (is_read()) print_json(stream, "summary", elapsed, threads);
    if (options_.as_json) continue;
    if (streams_.size() == 1)
      fmt::print("{}", summary_text(stream, elapsed, options_.has_details));
    else if (options_.has_details)
      fmt::print("{}\n{}\n", stream.stream().name, summary_text(stream, elapsed, true));
    else
      fmt::print("{}", summary_line(stream));
  }
  if (options_.as_json) return void(cli::flush_output());
  if (!options_.has_details) return;
  for (const client::TickThreadStatus& loop : threads) fmt::print("waiting   {}\n", describe(loop));
  if (const auto pacing = streams_.front().status().pacing)
    fmt::print("pacing    {} us ahead by {} on {}, which keeps the departure times\n",
               client::ExpertOptions::kKernelLead / 1us, pacing->discipline, pacing->interface_name);
}

void Status::check_networks() const {
  for (const StreamWatch& stream : streams_)
    if (stream.network().is_poor())
      throw cli::Failure(
          cli::kFindings,
          fmt::format("{}: the network lost datagrams, {:.0f} % link quality on average; look at "
                      "cables, switches and Wi-Fi, idn_parser compare measures the loss",
                      stream.stream().name, stream.network().mean()));
}

}  // namespace idn::sender
