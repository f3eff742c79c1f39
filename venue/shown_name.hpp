// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "idn/stream/find/target.hpp"

namespace idn {

/// The name under which hosts show a projector that a search has found: that of its unit, with that of the
/// service if the unit has several projectors.
/// @param target used if unit or service have no name
/// @param is_only_one the unit has no other projector
inline std::string shown_name(const std::string& unit, const std::string& service, const std::string& target,
                              bool is_only_one) {
  if (unit.empty()) return target;
  if (is_only_one) return unit;
  return unit + ' ' + (service.empty() ? target : service);
}

/// A laser projector that a search has found.
struct FoundProjector {
  std::string name;    ///< see shown_name(); several may have the same: tell_apart()
  std::string target;  ///< see stream::device_name()
  Endpoint at;
};

/// @param found as UnitList::told_apart()
inline std::vector<FoundProjector> found_projectors(const stream::UnitList& found) {
  std::vector<FoundProjector> projectors;
  for (const stream::FoundUnit& unit : found.units) {
    const auto is_laser = [&](const auto& service) { return unit.is_laser(service); };
    const bool is_only_one = std::ranges::count_if(unit.services, is_laser) < 2;
    for (const auto& service : unit.services) {
      if (!is_laser(service)) continue;
      const std::string target = stream::device_name(unit.key, service.service_id);
      projectors.push_back(
          {.name = shown_name(unit.host_name, std::string(service.name.view()), target, is_only_one),
           .target = target,
           .at = unit.addresses.front().endpoint});
    }
  }
  return projectors;
}

/// Truncates UTF-8 text to at most `most` octets, without cutting a character.
inline std::string_view truncate_utf8(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

/// The shortest room that a host has for a name: 31 octets of Helios, with the zero at the end.
inline constexpr std::size_t kShortestNameRoom = 30;

/// A name that another projector has as well gets the target behind it, which tells the two apart whatever the
/// order in which they answer and at whichever address, and can be copied into the venue file. What is in front
/// of it is cut, so that no host cuts the target.
inline std::string name_with_target(std::string_view name, std::string_view target) {
  const std::size_t room = kShortestNameRoom - 1;
  if (target.size() > room) target.remove_prefix(target.size() - room);
  const std::string_view front = truncate_utf8(name, room - target.size());
  return std::string(front) + ' ' + std::string(target);
}

/// Gives each of `projectors`, which have a `name` and a `target`, a name that no other one has in any host.
template <class Projectors>
void tell_apart(Projectors& projectors) {
  std::vector<std::string> shown;
  for (const auto& projector : projectors) shown.emplace_back(truncate_utf8(projector.name, kShortestNameRoom));
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (projectors[i].name != projectors[i].target && std::ranges::count(shown, shown[i]) > 1)
      projectors[i].name = name_with_target(projectors[i].name, projectors[i].target);
}

}  // namespace idn
