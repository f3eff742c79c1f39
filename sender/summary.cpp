// SPDX-License-Identifier: MIT
#include "sender/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/units.hpp"
#include "sender/refusals.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

/// Findings from acknowledges, beyond the state.
std::string describe_answers(const client::DeviceStatus& status) {
  const client::AckSummary last = status.last_answer;
  std::string text = fmt::format(", the last within {:.0f} us", in_micros(status.round_trip));
  if (const auto latency = status.receiver_latency; latency > 0us)
    text += fmt::format(", latency {:.1f} ms", in_millis(latency));
  if (last.link_quality > 0) text += fmt::format(", link quality {} of 255", last.link_quality);
  if (const auto times = status.reconnects; times > 0)
    text += fmt::format(", reconnected {} time{}", times, times == 1 ? "" : "s");
  // Below a finding; that one is the state.
  if (const auto refusals = status.refusals;
      refusals.refused > 0 && status.receiver != client::ReceiverState::Dropping)
    text += ", dropped " + describe(refusals);
  return text;
}

/// Where the receiver never answered. Whoever answers searches is on.
std::string_view describe_silence(const StreamWatch& watch) {
  const client::DeviceStatus& status = watch.status();
  if (status.receiver != client::ReceiverState::Unknown || status.acks_requested == 0 || refused(status) > 0)
    return "";
  const bool answers_searches =
      watch.stream().options.unit ? status.link != client::LinkState::Missing : watch.was_found();
  if (answers_searches)
    return " (it answers searches, so it is on: it does not admit this computer, or never acknowledges)";
  return " (it is off, or does not admit this computer, or never acknowledges)";
}

std::string describe_following(const client::DeviceStatus& status) {
  if (status.receiver_latency == 0us)
    return fmt::format("{:+.1f} ppm; the receiver's last answer reported no latency", status.correction_ppm);
  return fmt::format("{:+.1f} ppm from this machine's clock", status.correction_ppm);
}

/// Late wake-ups, and what was dark or lost for it.
std::string describe_lateness(const client::DeviceStatus& status) {
  std::string text = status.late_ticks == 0
                         ? std::string("never over 100 us")
                         : fmt::format("{} of {} datagrams over 100 us, worst {:.0f} us", status.late_ticks,
                                       status.datagrams, in_micros(status.worst_lateness));
  for (const auto& [count, what] :
       {std::pair{status.starved_samples, "samples dark because the input was late"},
        {status.reanchors, "restarts after a stall"},
        {status.socket_full, "datagrams lost because the socket was full"},
        {status.late_in_kernel, "datagrams that the kernel dropped as late; a larger delta of etf helps"}})
    if (count > 0) text += fmt::format("; {} {}", count, what);
  return text;
}

std::string describe_waits(const DurationHistogram& waited) {
  if (waited.count() == 0) return "unknown";
  return fmt::format("p50 {} ms, p99 {} ms, max {:.2f} ms, from the input to when the datagram was due",
                     cli::millis_or_dash(waited.percentile(500)), cli::millis_or_dash(waited.percentile(990)),
                     in_millis(waited.longest()));
}

/// "45 by brightness, 12 by speed"; empty where no limit has changed anything.
std::string describe_limits(const client::OutputCounts& counts) {
  std::string text;
  for (const auto& [count, name] : {std::pair{counts.picture, "picture"},
                                    {counts.speed, "speed"},
                                    {counts.acceleration, "acceleration"},
                                    {counts.zones, "zones"},
                                    {counts.allowed, "allowed zones"},
                                    {counts.brightness, "brightness"},
                                    {counts.dwell, "dwell"}})
    if (count > 0) text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count, name);
  return text;
}

/// How long the light takes at most, by --end-to-end, with what the receiver reports.
std::string describe_end_to_end(const StreamOptions& options, const client::DeviceStatus& status) {
  const auto shares = client::share_latency(options.end_to_end, static_cast<std::uint32_t>(options.rate));
  const Duration way = status.round_trip / 2;
  const Duration ours = options.end_to_end - shares.rest;
  if (status.receiver_latency == 0us)
    return fmt::format(
        "{:.1f} ms here; way and buffer of the receiver, which it does not report, may take {:.1f} ms",
        in_millis(ours), in_millis(shares.rest));
  const Duration whole = ours + way + status.receiver_latency;
  std::string text =
      fmt::format("{:.1f} ms: {:.1f} here, {:.1f} on the way (half of the round trip), {:.1f} in the receiver",
                  in_millis(whole), in_millis(ours), in_millis(way), in_millis(status.receiver_latency));
  if (whole > options.end_to_end)
    text += fmt::format("; longer than --end-to-end {:g}ms: its buffer may be {:.1f} ms",
                        in_millis(options.end_to_end), in_millis(std::max(shares.rest - way, 0ns)));
  return text;
}

/// Empty where the receiver was always there.
std::string describe_outages(const StreamWatch& watch) {
  return watch.away() == 0s ? std::string() : fmt::format("away for {:.1f} s", in_seconds(watch.away()));
}

/// Empty where acknowledges report no fault.
std::string describe_network(const StreamWatch::Network& network) {
  if (!network.is_faulty()) return {};
  return fmt::format(
      "link quality {:.0f} % on average, {:.0f} % at worst, {} of {} answers told of missing datagrams",
      network.mean(), network.least, network.gaps, network.answers);
}

}  // namespace

std::uint64_t refused(const client::DeviceStatus& status) {
  return status.send_errors - status.socket_full;
}

double processor_share(const client::TickThreadStatus& thread) {
  return static_cast<double>(thread.processor_time.count()) / static_cast<double>(thread.active_time.count());
}

std::uint64_t limited_samples(const client::OutputCounts& counts) {
  return counts.picture + counts.speed + counts.acceleration + counts.zones + counts.allowed +
         counts.brightness + counts.dwell;
}

std::string describe(const client::TickThreadStatus& thread) {
  std::string text = fmt::format("{}", to_string(thread.wait));
  if (thread.guard > 0ns) text += fmt::format(" (spins the last {} us)", thread.guard / 1us);
  text += fmt::format(", {:.1f} % of a core", processor_share(thread) * 100);
  if (thread.standby_wake_ups)
    text += fmt::format(", {} wake-ups by the standby thread", *thread.standby_wake_ups);
  for (const auto& grant : thread.grants)
    text += fmt::format(", {}: {}{}", grant.what, grant.granted ? "" : "not granted, ", grant.detail);
  if (thread.stepped_down)
    text += "; gave real-time priority back: the work needed over 90 % of a core, use more --loops";
  return text;
}

std::string summary_text(const StreamWatch& watch, Duration elapsed, bool has_details) {
  const StreamWatch::Stream& stream = watch.stream();
  const client::DeviceStatus& status = watch.status();
  const StreamOptions& options = stream.options;
  std::string text;
  const auto add = [&text]<class... Values>(std::string_view what, fmt::format_string<Values...> format,
                                            Values&&... values) {
    text += fmt::format("{:<10}{}\n", what, fmt::format(format, std::forward<Values>(values)...));
  };
  if (stream.is_missing && stream.is_missing()) {
    add("sent", "nothing: its unit was never found");
    return text;
  }
  add("sent", "{} samples in {} datagrams over {:.2f} s, {} to {}", status.samples, status.datagrams,
      in_seconds(elapsed), to_string(status.local), to_string(stream.remote));
  if (has_details) {
    add("stream", "{} samples/s, {} per datagram, {}, service {}, channel {}, group {}, {}", options.rate,
        samples_per_packet(options), to_string(options.format), options.service, options.channel, options.group,
        cli::format_bytes_per_second(watch.bytes_per_second()));
    add("waited", "{}", describe_waits(stream.device.waited()));
  }
  add("late", "{}", describe_lateness(status));
  if (options.end_to_end > 0s) add("light", "{}", describe_end_to_end(options, status));
  if (options.underrun_probability > 0)
    add("latency", "at most {:.2f} ms in the end, for {:g} of datagrams to be incomplete",
        in_millis(status.latency), options.underrun_probability);
  const auto acks = status.acks_received;
  add("receiver", "{}{}; {} of {} acknowledges came{}", describe_state(status), describe_silence(watch), acks,
      status.acks_requested, acks > 0 ? describe_answers(status) : "");
  if (const std::string outages = describe_outages(watch); !outages.empty()) add("receiver", "{}", outages);
  if (const std::string network = describe_network(watch.network()); !network.empty())
    add("network", "{}", network);
  if (const std::string limits = describe_limits(status.limited); !limits.empty())
    add("limits", "{} samples limited: {}", limited_samples(status.limited), limits);
  if (options.follow) add("following", "{}", describe_following(status));
  if (const auto errors = refused(status); errors > 0)
    add("network", "{} datagrams refused, last: {}", errors, status.last_send_error.message());
  return text;
}

std::string summary_line(const StreamWatch& watch) {
  const client::DeviceStatus& status = watch.status();
  std::string text = fmt::format("{:<21}  {}", watch.stream().name, describe_state(status));
  if (watch.stream().is_missing && watch.stream().is_missing())
    return text + ", never found; nothing was sent\n";
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) text += "; " + part;
  };
  add(describe_outages(watch));
  add(describe_network(watch.network()));
  add("late: " + describe_lateness(status));
  if (const auto errors = refused(status); errors > 0) add(fmt::format("{} datagrams refused", errors));
  if (limited_samples(status.limited) > 0) add("limited " + describe_limits(status.limited));
  if (watch.stream().options.follow) add(fmt::format("following {:+.1f} ppm", status.correction_ppm));
  return text + '\n';
}

}  // namespace idn::sender
