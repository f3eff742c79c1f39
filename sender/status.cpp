// SPDX-License-Identifier: MIT
#include "sender/status.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <system_error>

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

/// In the receiver's own terms, since a result of success does not mean that anything is played.
std::string describe(const stream::AckSummary& ack) {
  namespace event = wire::pipeline_event;
  if (ack.result == wire::AckResult::Occupied) return "refused, all sessions are occupied";
  if (ack.result == wire::AckResult::GroupExcluded) return "refused, this client group is excluded";
  if (is_failure(ack.result)) return fmt::format("refused, result 0x{:02X}", static_cast<unsigned>(ack.result));
  if (ack.pipeline_events & event::kServiceBusy) return "not played, another client uses the service";
  if (ack.pipeline_events & event::kServiceUnknown) return "not played, there is no such service";
  if (ack.pipeline_events & event::kConfiguration) return "not played, the receiver cannot use this format";
  if (ack.pipeline_events & event::kClosed) return "not played, the channel is closed";
  return "accepted";
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
  return fmt::format("{}{}  {:.1f}k/s  {} datagrams  {} late, worst {:.0f} us  {}{}",
                     cli::format_elapsed(elapsed), total, samples_per_second_ / 1e3, stats.datagrams.value(),
                     stats.late_ticks.value(), micros(stats.worst_lateness_ns),
                     cli::format_bytes_per_second(bytes_per_second_),
                     stream_.network.send_errors.value() > 0 ? "  REFUSED" : "");
}

void Status::print_json(const char* event, Duration elapsed) const {
  const auto& stats = stream_.session.stats();
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
            {"acks_received", stats.acks_received.value()}};
  if (stream_.total_samples) line["total_samples"] = *stream_.total_samples;
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
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
  std::fflush(stdout);
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
  fmt::print("receiver  {} of {} acknowledges came{}\n", acks, stats.acks_requested.value(),
             acks > 0 ? "; last: " + describe(stream::AckSummary::unpack(stats.last_ack.value())) : "");
  if (const auto errors = stream_.network.send_errors.value(); errors > 0)
    fmt::print("network   {} datagrams refused, last: {}\n", errors,
               std::system_category().message(static_cast<int>(stream_.network.last_error.value())));
}

}  // namespace idn::sender
