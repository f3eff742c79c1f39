// SPDX-License-Identifier: MIT
#include "sender/status.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/standard_streams.hpp"
#include "cli/units.hpp"

namespace idn::sender {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

double micros(const stream::Counter& ns) {
  return static_cast<double>(ns.value()) / 1e3;
}
double seconds(Duration d) {
  return std::chrono::duration<double>(d).count();
}

double correction_ppm(const stream::SenderStats& stats) {
  return static_cast<double>(stats.correction_ppb()) / 1e3;
}

/// What the answers said beside the state.
std::string describe_answers(const stream::SenderStats& stats) {
  const auto last = stream::AckSummary::unpack(stats.last_ack.value());
  std::string text = fmt::format(", the last within {:.0f} us", micros(stats.round_trip_ns));
  if (const auto latency = stats.receiver_latency_us.value(); latency > 0)
    text += fmt::format(", latency {:.1f} ms", static_cast<double>(latency) / 1e3);
  if (last.link_quality > 0) text += fmt::format(", link quality {} of 255", last.link_quality);
  if (const auto times = stats.reconnects.value(); times > 0)
    text += fmt::format(", lost and found again {} time{}", times, times == 1 ? "" : "s");
  return text;
}

std::string describe_following(const stream::SenderStats& stats) {
  if (stats.receiver_latency_us.value() == 0)
    return fmt::format("{:+.1f} ppm; the receiver's last answer told no latency", correction_ppm(stats));
  return fmt::format("{:+.1f} ppm against the own clock", correction_ppm(stats));
}

std::string describe(const Waiting& waiting) {
  std::string text{to_string(waiting.mode)};
  if (waiting.guard > 0ns) text += fmt::format(" (spins the last {} us)", waiting.guard / 1us);
  for (const auto& grant : waiting.grants)
    text += fmt::format(", {}: {}{}", grant.what, grant.granted ? "" : "not granted, ", grant.detail);
  return text;
}

}  // namespace

std::string Status::progress(Duration elapsed) const {
  const auto& stats = stream_.session.stats();
  std::string total;
  if (stream_.total_samples)
    total = " / " +
            cli::format_elapsed(Duration(
                stream::sample_time_us(*stream_.total_samples, stream_.session.config().packer.rate) * 1000));
  // First what matters most: a narrow terminal shows the front.
  return fmt::format("{}{}{}  {:.1f}k/s  {} datagrams  {} late, worst {:.0f} us  {}",
                     stream_.network.send_errors.value() > 0 ? "REFUSED  " : "", cli::format_elapsed(elapsed),
                     total, samples_per_second_ / 1e3, stats.datagrams.value(), stats.late_ticks.value(),
                     micros(stats.worst_lateness_ns), cli::format_bytes_per_second(bytes_per_second_));
}

void Status::print_json(const char* event, Duration elapsed) const {
  const auto& stats = stream_.session.stats();
  const auto ack = stream::AckSummary::unpack(stats.last_ack.value());
  Json line{{"event", event},
            {"elapsed_s", seconds(elapsed)},
            {"datagrams", stats.datagrams.value()},
            {"samples", stats.samples.value()},
            {"bytes", stats.bytes.value()},
            {"bytes_per_second", bytes_per_second_},
            {"late_ticks", stats.late_ticks.value()},
            {"worst_lateness_us", micros(stats.worst_lateness_ns)},
            {"reanchors", stats.reanchors.value()},
            {"starved_samples", stats.starved_samples.value()},
            {"send_errors", stream_.network.send_errors.value()},
            {"acks_requested", stats.acks_requested.value()},
            {"acks_received", stats.acks_received.value()},
            {"receiver", to_string(stats.state())},
            {"receiver_result", static_cast<unsigned>(ack.result)},
            {"input_events", ack.input_events},
            {"pipeline_events", ack.pipeline_events},
            {"status_flags", ack.status},
            {"link_quality", ack.link_quality},
            {"receiver_latency_us", stats.receiver_latency_us.value()},
            {"round_trip_us", micros(stats.round_trip_ns)},
            {"reconnects", stats.reconnects.value()},
            {"keepalives", stats.keepalives.value()},
            {"frames", stats.frames.value()}};
  if (stream_.session.config().follow) line["correction_ppm"] = correction_ppm(stats);
  if (stream_.total_samples) line["total_samples"] = *stream_.total_samples;
  fmt::print("{}\n", line.dump());
  cli::flush_output();
}

void Status::started(const Waiting& waiting) {
  if (!stream_.json) return;
  const auto& packer = stream_.session.config().packer;
  Json grants = Json::array();
  for (const auto& grant : waiting.grants)
    grants.push_back({{"what", grant.what}, {"granted", grant.granted}, {"detail", grant.detail}});
  const Json line{{"event", "start"},
                  {"local", to_string(stream_.local)},
                  {"remote", to_string(stream_.remote)},
                  {"rate", packer.rate.per_second},
                  {"samples_per_packet", packer.samples_per_packet},
                  {"format", to_string(packer.format)},
                  {"wait", to_string(waiting.mode)},
                  {"guard_us", waiting.guard / 1us},
                  {"grants", grants}};
  fmt::print("{}\n", line.dump());
  cli::flush_output();
}

void Status::measure_rates(Duration elapsed) {
  const auto& stats = stream_.session.stats();
  const double interval = seconds(elapsed - last_update_);
  if (interval <= 0) return;
  bytes_per_second_ = static_cast<double>(stats.bytes.value() - last_bytes_) / interval;
  samples_per_second_ = static_cast<double>(stats.samples.value() - last_samples_) / interval;
  last_bytes_ = stats.bytes.value();
  last_samples_ = stats.samples.value();
  last_update_ = elapsed;
}

void Status::update(Duration elapsed) {
  const bool second_is_over = elapsed / 1s > last_update_ / 1s;
  if (stream_.json && !second_is_over) return;
  measure_rates(elapsed);
  if (stream_.json)
    print_json("status", elapsed);
  else
    line_.show(progress(elapsed));
}

void Status::finished(Duration elapsed, const Waiting& waiting) {
  line_.clear();
  bytes_per_second_ =
      seconds(elapsed) > 0 ? static_cast<double>(stream_.session.stats().bytes.value()) / seconds(elapsed) : 0;
  if (stream_.json)
    print_json("summary", elapsed);
  else
    print_summary(elapsed, waiting);
}

void Status::print_summary(Duration elapsed, const Waiting& waiting) const {
  const auto& stats = stream_.session.stats();
  const auto& packer = stream_.session.config().packer;
  fmt::print("sent      {} samples in {} datagrams over {:.2f} s, {} to {}\n", stats.samples.value(),
             stats.datagrams.value(), seconds(elapsed), to_string(stream_.local), to_string(stream_.remote));
  fmt::print("stream    {} samples/s, {} per datagram, {}, service {}, channel {}, group {}, {}\n",
             packer.rate.per_second, packer.samples_per_packet, to_string(packer.format), packer.service_id,
             packer.channel, packer.client_group, cli::format_bytes_per_second(bytes_per_second_));
  fmt::print(
      "timing    {} ticks over 100 us late, worst {:.0f} us, {} restarts after a stall, {} samples dark "
      "because the "
      "input was late\n",
      stats.late_ticks.value(), micros(stats.worst_lateness_ns), stats.reanchors.value(),
      stats.starved_samples.value());
  fmt::print("waiting   {}\n", describe(waiting));
  const auto acks = stats.acks_received.value();
  fmt::print("receiver  {}; {} of {} acknowledges came{}\n", to_string(stats.state()), acks,
             stats.acks_requested.value(), acks > 0 ? describe_answers(stats) : "");
  if (stream_.session.config().follow) fmt::print("following {}\n", describe_following(stats));
  if (const auto errors = stream_.network.send_errors.value(); errors > 0)
    fmt::print("network   {} datagrams refused, last: {}\n", errors,
               std::system_category().message(static_cast<int>(stream_.network.last_error.value())));
}

}  // namespace idn::sender
