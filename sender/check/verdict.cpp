// SPDX-License-Identifier: MIT
#include "sender/check/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sender/refusals.hpp"

namespace idn::sender {
namespace {

constexpr const char* kAgainstDelays =
    "a cable instead of Wi-Fi, or a longer buffer at the projector; idn_parser tells how long, from a capture "
    "there";

bool reports_buffer(const client::DeviceStatus& status) {
  return status.receiver_latency > Duration{0};
}

Duration buffer_of(const client::DeviceStatus& status) {
  return reports_buffer(status) ? status.receiver_latency : kAssumedBuffer;
}

std::string buffers_text(const client::DeviceStatus& status) {
  return fmt::format("where the projector {} {:.0f} ms",
                     reports_buffer(status) ? "buffers" : "may buffer as little as",
                     in_millis(buffer_of(status)));
}

/// What the receiver, or its silence, says.
std::optional<Verdict> of_receiver(const Checked& checked) {
  const client::DeviceStatus& status = checked.status;
  const client::ReceiverState state = status.receiver;
  if (state == client::ReceiverState::Playing && checked.flickered.empty()) return std::nullopt;
  if (state == client::ReceiverState::Playing)
    return Verdict{false, fmt::format("FLICKERS: at times it {}", checked.flickered), kAgainstDelays};
  if (state == client::ReceiverState::Unknown) {
    if (checked.answers_search) return std::nullopt;
    if (status.last_send_error == std::errc::connection_refused)
      return Verdict{false, "REFUSED: there is a computer, but nothing listens",
                     "start the receiver, or correct the target"};
    return Verdict{false, "NO ANSWER",
                   "switch it on, check its cable and network, or see what idn_sender scan finds"};
  }
  if (state == client::ReceiverState::Silent)
    return Verdict{false, "NO ANSWER any more", "check its power, cable and network"};
  if (state == client::ReceiverState::Muted)
    return Verdict{false, "MUTED: another client plays to it", std::string(remedy_for(state))};
  if (state == client::ReceiverState::Dropping)
    return Verdict{false, "FLICKERS: it " + describe_state(status), std::string(remedy_for(status.refusals))};
  return Verdict{false, fmt::format("NOT SHOWN: {}", to_string(state)), std::string(remedy_for(state))};
}

/// The last answer may be under way.
bool lacks_answers(const client::DeviceStatus& status) {
  return status.acks_received > 0 &&
         status.acks_requested - status.acks_received > 1 + status.acks_requested / 5;
}

/// A round trip is two ways, of which one may have all of the delay.
std::optional<Verdict> of_delays(const Checked& checked) {
  if (checked.round_trips.empty()) return std::nullopt;
  const Duration least = checked.round_trips.front(), most = checked.round_trips.back();
  if (most - least <= buffer_of(checked.status)) return std::nullopt;
  return Verdict{false,
                 fmt::format("THE NETWORK DELAYS datagrams by up to {:.0f} ms, {}", in_millis(most - least),
                             buffers_text(checked.status)),
                 kAgainstDelays};
}

std::optional<Verdict> of_network(const Checked& checked) {
  const StreamWatch::Network& network = checked.network;
  if (checked.was_away)
    return Verdict{false, "NO ANSWER for a part of the time", "check its power, cable and network"};
  if (lacks_answers(checked.status))
    return Verdict{false,
                   fmt::format("THE NETWORK LOSES datagrams: {} of {} answers came",
                               checked.status.acks_received, checked.status.acks_requested),
                   "look at cables, switches and Wi-Fi; idn_parser compare measures the loss"};
  const bool is_poor = network.has_gaps || network.mean() < StreamWatch::Network::kPoor;
  if (!is_poor) return of_delays(checked);
  return Verdict{false,
                 fmt::format("THE NETWORK LOSES datagrams: link quality {:.0f} % on average", network.mean()),
                 "look at cables, switches and Wi-Fi; idn_parser compare measures the loss"};
}

std::optional<Verdict> of_machine(const client::DeviceStatus& status) {
  if (in_seconds(status.worst_lateness) <= kLatestShare * in_seconds(buffer_of(status))) return std::nullopt;
  return Verdict{false,
                 fmt::format("THIS MACHINE IS LATE: by up to {:.1f} ms, {}", in_millis(status.worst_lateness),
                             buffers_text(status)),
                 "idn_sender doctor finds what makes it late"};
}

}  // namespace

Verdict verdict_of(const Checked& checked) {
  if (auto verdict = of_receiver(checked)) return *std::move(verdict);
  if (auto verdict = of_network(checked)) return *std::move(verdict);
  if (auto verdict = of_machine(checked.status)) return *std::move(verdict);
  if (checked.status.receiver == client::ReceiverState::Unknown)
    return {true, "READY, as far as can be told",
            "it answers searches, but does not confirm what it plays, as some receivers; idn_sender identify "
            "shows a figure"};
  return {true, "READY", {}};
}

}  // namespace idn::sender
