// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

#include "client/service_claims.hpp"
#include "idn/client/devices.hpp"
#include "idn/client/engine.hpp"
#include "idn/io/find/discovery.hpp"
#include "io/send/unit_follower.hpp"

namespace idn::client {

/// Finds a unit by its name or, if `service` has no value, also a laser projector by the name of its service.
/// Errors: Errc::NotFound, Ambiguous.
Result<Location> find_named(const std::string& name, std::optional<std::uint8_t> service,
                            const stream::UnitList& found);
/// Adds what `found` says about a location: the ID of the unit, and the number of its default laser projector
/// if no service is given.
ClaimedService identify(const Location& place, const stream::UnitList& found);

/// Appends an event for each unit that is new, gone, or looks different to a user.
void add_unit_events(const stream::UnitList& former, const stream::UnitList& found, TimePoint now,
                     std::vector<Event>& changes);

/// Resolves targets, by the results of the search in the background. Threads: any but tick threads.
class UnitDirectory {
 public:
  /// @param searches false: without a search; only hosts and addresses are resolved
  explicit UnitDirectory(bool searches);

  std::vector<DeviceInfo> list() const;
  /// As Devices::search_now().
  void search_now();
  /// As Devices::open(). May block while a name is looked up or a search is in progress.
  Result<Location> find(const std::string& target) const;
  /// As the function identify(), by the latest results of the search. Does not wait.
  ClaimedService identify(const Location& place) const;
  /// Appends events for units that were found, or are gone, since the last call. Threads: one at a time.
  void look(TimePoint now, std::vector<Event>& changes);

  /// Lets streams follow their units; created by the first call.
  io::UnitFollower& follower();

 private:
  std::shared_ptr<const io::DiscoveryReport> await_report() const;

  mutable std::mutex mutex_;
  mutable std::condition_variable round_over_;
  bool has_round_ = false;
  std::optional<io::UnitFollower> follower_;
  std::shared_ptr<const io::DiscoveryReport> seen_ = std::make_shared<const io::DiscoveryReport>();
  std::optional<io::UnitWatcher> watcher_;  ///< last: its thread uses the above
};

}  // namespace idn::client
