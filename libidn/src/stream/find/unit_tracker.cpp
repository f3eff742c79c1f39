// SPDX-License-Identifier: MIT
#include "stream/find/unit_tracker.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {
namespace {

bool answers_at(const FoundUnit& unit, const Endpoint& endpoint) {
  return std::ranges::count(unit.addresses, endpoint, &UnitAddress::endpoint) > 0;
}

/// A unit other than `but` that answers at `endpoint`.
const FoundUnit* owner_of(const Endpoint& endpoint, const UnitKey& but, const UnitList& found) {
  const auto owner = std::ranges::find_if(
      found.units, [&](const FoundUnit& unit) { return unit.key != but && answers_at(unit, endpoint); });
  return owner == found.units.end() ? nullptr : &*owner;
}

/// The first address, in order of preference, where the unit answers unicast and no other unit answers.
const UnitAddress* usable_address(const FoundUnit& unit) {
  const auto usable = std::ranges::find_if(unit.addresses, [](const UnitAddress& address) {
    return address.answers_unicast && !address.is_ambiguous;
  });
  return usable == unit.addresses.end() ? nullptr : &*usable;
}

}  // namespace

void UnitTracker::on_refusal(TimePoint now) noexcept {
  if (missing_ || refused_) return;
  refused_ = true;
  const TimePoint soonest = searched_ == TimePoint::min() ? now : std::max(now, searched_ + kInterval);
  next_ = std::min(next_, soonest);
}

std::optional<UnitEvent> UnitTracker::on_round(const UnitList& found, TimePoint begun, TimePoint now) {
  if (wants_search()) searched_ = begun;
  refused_ = false;
  next_ = begun + kInterval;
  const FoundUnit* unit = found.find(unit_);
  if (!displaced_ && unit != nullptr && answers_at(*unit, at_)) {
    seen(begun);
    return std::nullopt;
  }
  const bool has_conflict = std::ranges::count(found.identity_conflicts, unit_, &IdentityConflict::unit) > 0;
  return miss(unit, owner_of(at_, unit_, found), has_conflict, now);
}

void UnitTracker::seen(TimePoint begun) noexcept {
  identified_ = begun;
  missing_ = confirmed_ = false;
}

std::optional<UnitEvent> UnitTracker::miss(const FoundUnit* unit, const FoundUnit* owner, bool has_conflict,
                                           TimePoint now) {
  confirmed_ = std::exchange(missing_, true);
  if (!confirmed_) missed_since_ = next_ = now;
  if (now - missed_since_ >= kEager) next_ += kPatientInterval - kInterval;
  const UnitAddress* address = unit == nullptr ? nullptr : usable_address(*unit);
  // If another unit answers at the address, the acknowledges may be from that one and prove nothing.
  const TimePoint last_seen = owner != nullptr || displaced_ ? identified_ : std::max(identified_, answered_);
  const bool still_plays = owner == nullptr && !displaced_ && answered_ > now - kSilence;
  if (address != nullptr && has_conflict) return warn_of(*address);
  if (address != nullptr && !still_plays) return go_to(*address, last_seen, now);
  if (address != nullptr) {
    next_ = answered_ + kSilence;
    return answered_ > missed_since_ ? warn_of(*address) : std::nullopt;
  }
  if (owner == nullptr || !confirmed_ || std::exchange(displaced_, true)) return std::nullopt;
  return UnitEvent{
      .kind = UnitEvent::Kind::Displaced, .from = at_, .other = owner->key, .last_seen = last_seen};
}

std::optional<UnitEvent> UnitTracker::go_to(const UnitAddress& address, TimePoint last_seen, TimePoint now) {
  missing_ = confirmed_ = displaced_ = false;
  identified_ = now;
  next_ = now + kInterval;
  return UnitEvent{.kind = UnitEvent::Kind::Moved,
                   .from = std::exchange(at_, address.endpoint),
                   .to = address.endpoint,
                   .last_seen = last_seen};
}

std::optional<UnitEvent> UnitTracker::warn_of(const UnitAddress& address) {
  if (std::exchange(warned_, true)) return std::nullopt;
  return UnitEvent{.kind = UnitEvent::Kind::Ambiguous, .from = at_, .to = address.endpoint};
}

}  // namespace idn::stream
