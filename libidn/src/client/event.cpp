// SPDX-License-Identifier: MIT
#include "idn/client/engine.hpp"

namespace idn::client {
namespace {

std::string counted(std::uint64_t count, const std::string& what) {
  return count == 1 ? what : what + ", " + std::to_string(count) + " times";
}

std::string describe(const Event& event) {
  switch (event.kind) {
    case EventKind::Link:
      return std::string(to_string(event.link));
    case EventKind::Reconnected:
      return counted(event.count, "the receiver lost the stream");
    case EventKind::Moved:
      return "moved to " + to_string(event.remote);
    case EventKind::HoldExpired:
      return counted(event.count, "dark: no content for the hold time");
    case EventKind::Limited:
      return std::to_string(event.count) + (event.count == 1 ? " sample" : " samples") +
             " beyond the limit of " + std::string(to_string(event.limit));
    case EventKind::LimitsTightened:
      return "the administrator's limits are tighter than the device's own";
    case EventKind::Fault:
      return event.fault ? event.fault->message() : "fault";
    case EventKind::UnitFound:
      return "found at " + to_string(event.remote);
    case EventKind::UnitGone:
      return "gone";
    case EventKind::UnitChanged:
      return "has another name, other services or another address, at " + to_string(event.remote);
    case EventKind::ScannerLoad:
      return "scanner load is " + std::to_string(event.count) + " % of what their class allows";
  }
  return "unknown";
}

}  // namespace

std::string_view to_string(LinkState state) noexcept {
  switch (state) {
    case LinkState::Opening:
      return "opening";
    case LinkState::Playing:
      return "playing";
    case LinkState::Muted:
      return "muted";
    case LinkState::Refused:
      return "refused";
    case LinkState::Silent:
      return "silent";
    case LinkState::Missing:
      return "missing";
    case LinkState::Closed:
      return "closed";
  }
  return "unknown";
}

std::string_view to_string(EventKind kind) noexcept {
  switch (kind) {
    case EventKind::Link:
      return "link";
    case EventKind::Reconnected:
      return "reconnected";
    case EventKind::Moved:
      return "moved";
    case EventKind::HoldExpired:
      return "hold expired";
    case EventKind::Limited:
      return "limited";
    case EventKind::LimitsTightened:
      return "limits tightened";
    case EventKind::Fault:
      return "fault";
    case EventKind::UnitFound:
      return "unit found";
    case EventKind::UnitGone:
      return "unit gone";
    case EventKind::ScannerLoad:
      return "scanner load";
    case EventKind::UnitChanged:
      return "unit changed";
  }
  return "unknown";
}

std::string_view to_string(Limit limit) noexcept {
  switch (limit) {
    case Limit::Picture:
      return "picture size";
    case Limit::Speed:
      return "speed";
    case Limit::Acceleration:
      return "acceleration";
    case Limit::Zones:
      return "zones";
    case Limit::Allowed:
      return "allowed zones";
    case Limit::Brightness:
      return "brightness";
    case Limit::Dwell:
      return "dwell";
  }
  return "unknown";
}

std::string to_string(const Event& event) {
  return event.target + ": " + describe(event);
}

}  // namespace idn::client
