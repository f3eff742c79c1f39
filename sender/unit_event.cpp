// SPDX-License-Identifier: MIT
#include "sender/unit_event.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace idn::sender {

using stream::UnitEvent;

std::string describe(const UnitEvent& event) {
  const std::string from = to_string(event.from), to = to_string(event.to);
  switch (event.kind) {
    case UnitEvent::Kind::Moved:
      return fmt::format("{}; dark for {:.1f} s",
                         from == to ? "is back at " + to : fmt::format("moved from {} to {}", from, to),
                         in_seconds(event.dark));
    case UnitEvent::Kind::Displaced:
      return fmt::format("another unit, {1}, answers at {0}; dark until the stream's own unit is found", from,
                         to_string(event.other));
    case UnitEvent::Kind::Ambiguous:
      break;
  }
  return fmt::format("another unit at {} has the same ID; the stream stays at {}; give each unit its own ID",
                     to, from);
}

nlohmann::ordered_json to_json(const std::string& name, const UnitEvent& event) {
  const std::string from = to_string(event.from), to = to_string(event.to);
  switch (event.kind) {
    case UnitEvent::Kind::Moved:
      return {
          {"event", "moved"}, {"unit", name}, {"from", from}, {"to", to}, {"dark_s", in_seconds(event.dark)}};
    case UnitEvent::Kind::Displaced:
      return {{"event", "displaced"}, {"unit", name}, {"at", from}, {"by", to_string(event.other)}};
    case UnitEvent::Kind::Ambiguous:
      break;
  }
  return {{"event", "ambiguous"}, {"unit", name}, {"at", from}, {"also_at", to}};
}

}  // namespace idn::sender
