// SPDX-License-Identifier: MIT
#include "sender/light.hpp"

#include <fmt/format.h>

#include "sender/refusals.hpp"

namespace idn::sender {
namespace {

bool is_within(Duration time, const std::optional<TimePoint>& at, TimePoint now) {
  return at && now - *at <= time;
}

/// By the receiver, nothing when it says nothing against it.
std::optional<Light> objection(const client::DeviceStatus& status, const Recent& recent) {
  switch (status.receiver) {
    case client::ReceiverState::Muted:
      return Light{LightKind::Muted, "by another client"};
    case client::ReceiverState::Dropping:
      return Light{LightKind::Flickers, describe_state(status)};
    case client::ReceiverState::Silent:
      return Light{LightKind::NoAnswer, {}};
    case client::ReceiverState::Unknown:
    case client::ReceiverState::Playing:
      break;
    default:
      return Light{LightKind::NotShown, std::string(to_string(status.receiver))};
  }
  if (recent.is_missing || status.link == client::LinkState::Missing)
    return Light{LightKind::NoAnswer, "its unit is not found"};
  if (recent.has_send_errors) {
    if (status.last_send_error == std::errc::connection_refused)
      return Light{LightKind::Refused, "nothing listens there"};
    return Light{LightKind::NoAnswer, {}};
  }
  if (recent.nobody_found && status.receiver == client::ReceiverState::Unknown)
    return Light{LightKind::NoAnswer, {}};
  return std::nullopt;
}

std::string why_dark(const client::DeviceStatus& status, const Recent& recent) {
  if (!status.armed && recent.is_armed_by_content) return "no picture came";
  if (!status.armed || status.blackout)
    return recent.is_after_loss ? "it was away; light it again" : "switched off";
  if (recent.is_starving) return "the input is late";
  return "the picture is dark";
}

}  // namespace

std::string_view to_string(LightKind kind) noexcept {
  switch (kind) {
    case LightKind::Lit:
      return "LIT";
    case LightKind::NotConfirmed:
      return "SENDING, NOT CONFIRMED";
    case LightKind::Dark:
      return "DARK";
    case LightKind::NoAnswer:
      return "NO ANSWER";
    case LightKind::Refused:
      return "REFUSED";
    case LightKind::Muted:
      return "MUTED";
    case LightKind::Flickers:
      return "FLICKERS";
    case LightKind::NotShown:
      break;
  }
  return "NOT SHOWN";
}

std::string_view key_of(LightKind kind) noexcept {
  switch (kind) {
    case LightKind::Lit:
      return "lit";
    case LightKind::NotConfirmed:
      return "not_confirmed";
    case LightKind::Dark:
      return "dark";
    case LightKind::NoAnswer:
      return "no_answer";
    case LightKind::Refused:
      return "refused";
    case LightKind::Muted:
      return "muted";
    case LightKind::Flickers:
      return "flickers";
    case LightKind::NotShown:
      break;
  }
  return "not_shown";
}

std::string to_string(const Light& light) {
  return light.why.empty() ? std::string(to_string(light.kind))
                           : fmt::format("{} ({})", to_string(light.kind), light.why);
}

Light light_of(const client::DeviceStatus& status, const Recent& recent, TimePoint now) {
  if (status.link == client::LinkState::Closed) return {LightKind::Dark, "ended"};
  if (auto objected = objection(status, recent)) return *std::move(objected);
  if (!is_within(kUnlitAfter, status.lit_at, now)) return {LightKind::Dark, why_dark(status, recent)};
  const bool is_confirmed =
      status.receiver == client::ReceiverState::Playing && is_within(kConfirmedFor, status.answered_at, now);
  return {is_confirmed ? LightKind::Lit : LightKind::NotConfirmed, {}};
}

}  // namespace idn::sender
