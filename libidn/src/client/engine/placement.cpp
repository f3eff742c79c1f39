// SPDX-License-Identifier: MIT
#include "client/engine/placement.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "io/platform/affinity.hpp"

namespace idn::client {
namespace {

/// Null if one is possible.
const char* why_no_standby(std::span<const unsigned> usable, bool is_on_battery) {
  if (usable.empty()) return "this system cannot bind threads to processors";
  if (usable.size() < 2) return "there is one processor only";
  if (is_on_battery) return "the computer runs from its battery";
  return nullptr;
}

}  // namespace

Placement place(const EngineOptions& options, std::size_t index, std::span<const unsigned> usable,
                bool is_on_battery) {
  Placement chosen{.wait = options.wait};
  if (options.manual) {
    chosen.wait = io::WaitMode::Sleep;
    return chosen;
  }
  const std::vector<unsigned>& wanted = options.expert.processors;
  if (!wanted.empty()) chosen.own = {wanted[index % wanted.size()]};
  if (options.wait != io::WaitMode::Auto) return chosen;
  if (options.expert.kernel_pacing) {
    chosen.wait = io::WaitMode::Sleep;
    return chosen;
  }
  chosen.wait = io::WaitMode::Hybrid;
  if (!options.realtime) return chosen;
  if (const char* why = why_no_standby(usable, is_on_battery)) {
    chosen.standby_grant = {"standby thread", false, std::string(why) + "; waits as hybrid"};
    return chosen;
  }
  // Halves rather than one processor each, so that several programs do not meet on one. Every other number,
  // since neighbours are often of one kind, or share a core; from the last one on, since the first ones often
  // serve interrupts.
  std::vector<unsigned> halves[2];
  for (std::size_t i = 0; i < usable.size(); ++i) halves[(usable.size() - 1 - i) % 2].push_back(usable[i]);
  if (chosen.own.empty()) {
    chosen.own = halves[index % 2];
    chosen.standby = halves[(index + 1) % 2];
  } else {
    std::ranges::copy_if(usable, std::back_inserter(chosen.standby),
                         [&](unsigned each) { return each != chosen.own.front(); });
  }
  chosen.wait = io::WaitMode::Auto;
  chosen.standby_grant = {"standby thread", true, "on processor " + io::platform::list_of(chosen.standby)};
  return chosen;
}

}  // namespace idn::client
