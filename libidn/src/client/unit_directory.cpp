// SPDX-License-Identifier: MIT
#include "client/unit_directory.hpp"

#include <algorithm>
#include <utility>

#include "idn/io/find/network.hpp"
#include "idn/stream/find/target.hpp"

namespace idn::client {
namespace {

constexpr auto kFirstRound = std::chrono::seconds(1);

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

Result<Location> not_located(stream::LocateError why, const std::string& target) {
  using stream::LocateError;
  switch (why) {
    case LocateError::NoUnit:
      break;
    case LocateError::Ambiguous:
      return fail(Errc::Ambiguous, target + ": another unit answers at its address too",
                  "give each unit its own address");
    case LocateError::SharedId:
      return fail(Errc::Ambiguous, target + ": several units have this ID",
                  "give each an ID of its own, or open one by its name or address");
    case LocateError::NoService:
      return fail(Errc::NotFound, target + ": the unit has no such service", "name one that it has");
    case LocateError::NoLaser:
      return fail(Errc::NotFound, target + ": this service is no laser projector", "name one that is");
  }
  return fail(Errc::NotFound, target + ": no unit with this ID answers",
              "switch it on, check its cable and network");
}

std::string why_bad(stream::TargetError why) {
  switch (why) {
    case stream::TargetError::NoHost:
      return "is neither a host nor a unit";
    case stream::TargetError::Port:
      return "a port is a number from 1 to 65535";
    case stream::TargetError::Service:
      return "a service is a number from 1 to 255";
    case stream::TargetError::Ipv6:
      break;
  }
  return "is an IPv6 address, but IDN units have IPv4 ones";
}

bool answers_at(const stream::FoundUnit& unit, const Endpoint& place) {
  return std::ranges::any_of(unit.addresses, [&](const stream::UnitAddress& address) {
    return address.endpoint == place && !address.is_ambiguous;
  });
}

/// A place by an ID that several units share is the one of them that answers there.
bool is_unit_of(const Location& place, const stream::FoundUnit& unit) {
  if (!place.unit) return answers_at(unit, place.at);
  if (unit.key.shares_id() && unit.key.id == place.unit->id) return answers_at(unit, place.at);
  return unit.key == *place.unit;
}

/// What a user sees of a unit.
bool looks_equal(const stream::FoundUnit& a, const stream::FoundUnit& b) {
  const auto same_service = [](const wire::ServiceMapEntry& x, const wire::ServiceMapEntry& y) {
    return x.service_id == y.service_id && x.type == y.type && x.flags == y.flags &&
           x.name.view() == y.name.view();
  };
  const auto same_place = [](const stream::UnitAddress& x, const stream::UnitAddress& y) {
    return x.endpoint == y.endpoint;
  };
  return a.host_name == b.host_name && std::ranges::equal(a.services, b.services, same_service) &&
         std::ranges::is_permutation(a.addresses, b.addresses, same_place);
}

}  // namespace

UnitDirectory::UnitDirectory(bool searches) {
  if (searches)
    watcher_.emplace(io::DiscoveryOptions{}, [this](const io::DiscoveryReport&) {
      const std::lock_guard lock(mutex_);
      has_round_ = true;
      round_over_.notify_all();
    });
}

std::shared_ptr<const io::DiscoveryReport> UnitDirectory::await_report() const {
  if (!watcher_) return std::make_shared<const io::DiscoveryReport>();
  std::unique_lock lock(mutex_);
  round_over_.wait_for(lock, kFirstRound, [this] { return has_round_; });
  return watcher_->latest();
}

void UnitDirectory::search_now() {
  if (!watcher_) return;
  {
    const std::lock_guard lock(mutex_);
    has_round_ = false;
  }
  watcher_->search_now();
}

std::vector<DeviceInfo> UnitDirectory::list() const {
  std::vector<DeviceInfo> devices;
  const auto report = await_report();
  const stream::UnitList found = report->found.told_apart();
  for (const stream::FoundUnit& unit : found.units)
    for (const wire::ServiceMapEntry& service : unit.services)
      if (unit.is_laser(service))
        devices.push_back({.target = stream::device_name(unit.key, service.service_id),
                           .unit_name = unit.host_name,
                           .service_name = std::string(service.name.view()),
                           .address = unit.addresses.front().endpoint,
                           .shares_id = unit.key.shares_id(),
                           .is_default = service.is_default()});
  return devices;
}

Result<Location> UnitDirectory::find(const std::string& text) const {
  const auto target = stream::parse_target(text);
  if (!target) return fail(Errc::BadTarget, quoted(text) + ": " + why_bad(target.error()));
  if (target->unit) {
    const auto report = await_report();
    const auto at = stream::locate(*target->unit, target->service.value_or(0), report->found);
    if (!at) return not_located(at.error(), text);
    return Location{*at, stream::UnitKey{*target->unit}, target->service.value_or(0)};
  }
  if (target->may_be_name()) {
    const auto report = await_report();
    const auto named = find_named(target->host, target->service, report->found.told_apart());
    if (named || named.error().code != Errc::NotFound) return named;
  }
  const auto at = io::resolve(target->host, target->port);
  if (at) return Location{*at, std::nullopt, target->service.value_or(0)};
  return fail(Errc::NotFound, quoted(text) + ": no such unit or host: " + at.error().message(),
              "check the name and the network");
}

ClaimedService UnitDirectory::identify(const Location& place) const {
  return watcher_ ? client::identify(place, watcher_->latest()->found.told_apart())
                  : client::identify(place, {});
}

void UnitDirectory::look(TimePoint now, std::vector<Event>& changes) {
  if (!watcher_) return;
  const auto former = std::exchange(seen_, watcher_->latest());
  if (former != seen_) add_unit_events(former->found.told_apart(), seen_->found.told_apart(), now, changes);
}

void add_unit_events(const stream::UnitList& former, const stream::UnitList& found, TimePoint now,
                     std::vector<Event>& changes) {
  const auto add_change = [&](EventKind kind, const stream::FoundUnit& unit) {
    changes.push_back({.kind = kind,
                       .target = stream::to_string(unit.key),
                       .noticed = now,
                       .remote = unit.addresses.front().endpoint});
  };
  for (const stream::FoundUnit& unit : found.units) {
    const stream::FoundUnit* const before = former.find(unit.key);
    if (before == nullptr)
      add_change(EventKind::UnitFound, unit);
    else if (!looks_equal(*before, unit))
      add_change(EventKind::UnitChanged, unit);
  }
  for (const stream::FoundUnit& unit : former.units)
    if (found.find(unit.key) == nullptr) add_change(EventKind::UnitGone, unit);
}

io::UnitFollower& UnitDirectory::follower() {
  const std::lock_guard lock(mutex_);
  if (!follower_) follower_.emplace();
  return *follower_;
}

Result<Location> find_named(const std::string& name, std::optional<std::uint8_t> service,
                            const stream::UnitList& found) {
  std::vector<Location> places = stream::locations_of(name, service, found);
  if (places.empty()) return fail(Errc::NotFound, quoted(name) + ": no such unit");
  if (places.size() > 1)
    return fail(
        Errc::Ambiguous, quoted(name) + ": several units have this name",
        "open it as " +
            stream::device_name(*places.front().unit, std::max<std::uint8_t>(places.front().service, 1)) +
            " or another of Devices::list()");
  if (places.front().unit->shares_id()) places.front().unit.reset();
  return places.front();
}

ClaimedService identify(const Location& place, const stream::UnitList& found) {
  ClaimedService known{place.at, place.unit, place.service};
  for (const stream::FoundUnit& unit : found.units) {
    if (!is_unit_of(place, unit)) continue;
    known.unit = unit.key;
    const auto service = std::ranges::find_if(
        unit.services, [&](const auto& entry) { return unit.is_laser(entry) && entry.is_default(); });
    if (known.service == 0 && service != unit.services.end()) known.service = service->service_id;
    break;
  }
  return known;
}

}  // namespace idn::client
