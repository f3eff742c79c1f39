// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

#include "client/service_claims.hpp"
#include "idn/client/devices.hpp"
#include "idn/client/event.hpp"
#include "idn/io/discovery.hpp"
#include "idn/io/unit_follower.hpp"

namespace idn::client {

/// By the name of a unit, or, where no service is wanted, of one of its laser projectors. Errors: NotFound,
/// Ambiguous.
Expected<Location> find_named(const std::string& name, std::optional<std::uint8_t> service,
                              const stream::UnitList& found);
/// Who that is, and the number of its default laser projector where none is named; as far as the list says.
ClaimedService identify(const Location& place, const stream::UnitList& found);

/// What the search in the background has found, and what names mean. Threads: any, but no tick thread.
class UnitDirectory {
 public:
  /// `searches`: else only hosts are found.
  explicit UnitDirectory(bool searches);

  std::vector<DeviceInfo> list() const;
  /// As Devices::open(). May block while a name is looked up or a search is in progress.
  Expected<Location> find(const std::string& target) const;
  /// Who that is, as far as the search in the background knows by now. Does not wait.
  ClaimedService identify(const Location& place) const;
  /// Which units have come and gone since the look before. Threads: one at a time.
  void look(TimePoint now, std::vector<Event>& changes);

  /// Keeps streams on their units, with a thread that runs once there is one.
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
