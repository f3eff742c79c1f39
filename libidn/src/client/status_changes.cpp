// SPDX-License-Identifier: MIT
#include "client/status_changes.hpp"

#include <cmath>
#include <utility>

namespace idn::client {
namespace {

constexpr std::array<std::uint64_t OutputCounts::*, kLimits> kCountOf = {
    &OutputCounts::picture, &OutputCounts::speed,      &OutputCounts::acceleration, &OutputCounts::zones,
    &OutputCounts::allowed, &OutputCounts::brightness, &OutputCounts::dwell};
static_assert(kCountOf[static_cast<std::size_t>(Limit::Dwell)] == &OutputCounts::dwell);

constexpr std::array<std::pair<EventKind, std::uint64_t DeviceStatus::*>, 4> kCounted = {
    {{EventKind::Fault, &DeviceStatus::faults},
     {EventKind::Moved, &DeviceStatus::moves},
     {EventKind::Reconnected, &DeviceStatus::reconnects},
     {EventKind::HoldExpired, &DeviceStatus::holds_expired}}};

}  // namespace

/// Events that may be the cause of a new link state precede the event of the link state.
void StatusChanges::look(const DeviceStatus& now, const std::string& target, TimePoint at,
                         std::vector<Event>& changes) {
  const auto add = [&](EventKind kind) -> Event& {
    changes.push_back({.kind = kind, .target = target, .noticed = at, .link = now.link, .remote = now.remote});
    return changes.back();
  };
  if (is_first_ && now.limits_tightened) add(EventKind::LimitsTightened);
  for (const auto& [kind, counter] : kCounted) {
    if (now.*counter == last_.*counter) continue;
    Event& event = add(kind);
    event.count = now.*counter - last_.*counter;
    if (kind == EventKind::Fault) event.fault = now.fault;
  }
  for (std::size_t i = 0; i < kLimits; ++i) {
    const std::uint64_t samples = now.limited.*kCountOf[i];
    LastReport& reported = limits_[i];
    if (samples == reported.samples || (reported.samples != 0 && at - reported.at < kLimitInterval)) continue;
    Event& event = add(EventKind::Limited);
    event.limit = static_cast<Limit>(i);
    event.count = samples - reported.samples;
    reported = {samples, at};
  }
  const double load = now.limited.scanner_load;
  if (load >= kHeavyLoad && !std::exchange(is_load_heavy_, true))
    add(EventKind::ScannerLoad).count = static_cast<std::uint64_t>(std::llround(100 * load));
  if (load < kEasyLoad) is_load_heavy_ = false;
  if (is_first_ || now.link != last_.link) add(EventKind::Link);
  is_first_ = false;
  last_ = now;
}

}  // namespace idn::client
