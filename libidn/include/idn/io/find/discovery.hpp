// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/stream/find/unit_list.hpp"

/// The search for units on the real network: one round, or one after the other in the background
/// (section 1.11).
///
/// A search never disturbs a stream. It has sockets of its own, on ports of its own, and sends only requests
/// that a unit answers independently of its sessions; it shares neither data nor locks with a sender; its
/// thread has ordinary priority. A round costs a few dozen datagrams of at most 12 octets.
namespace idn::io {

/// How units are searched for.
struct DiscoveryOptions {
  stream::DiscoveryConfig search = {};       ///< times and additional destinations of the requests
  std::vector<std::string> interfaces = {};  ///< search only those; empty: all
  bool broadcast = true;                     ///< false: requests to search.addresses only, as routed
};

/// What a search has found.
struct DiscoveryReport {
  stream::UnitList found;                  ///< units with their services
  std::vector<InterfaceProblem> problems;  ///< interfaces that the search could not use, or only by unicast
  stream::DiscoveryStats stats;            ///< received datagrams that were not used
};

/// One round, about as long as `options.search.round`. Blocks. Errors of the system are in
/// DiscoveryReport::problems.
IDN_EXPORT DiscoveryReport discover(const DiscoveryOptions& options);

/// Searches in a thread of its own until it is destroyed.
/// Construct it on a thread of ordinary priority: threads inherit that.
/// Threads: latest() and search_now() from any, all else by one owner. Real-time: no (heap, lock).
class IDN_EXPORT UnitWatcher {
 public:
  /// What was found so far; called on the thread that searches.
  using OnRound = std::function<void(const DiscoveryReport&)>;
  static constexpr Duration kInterval{std::chrono::seconds(3)};  ///< between two searches

  /// @param on_round called at the end of each round, on the searching thread; does not throw
  /// @param interval from the start of a round to the start of the next one
  explicit UnitWatcher(DiscoveryOptions options, OnRound on_round = {}, Duration interval = kInterval);
  /// Waits for the thread, which ends at once unless it is in `on_round`.
  ~UnitWatcher();
  UnitWatcher(const UnitWatcher&) = delete;
  UnitWatcher& operator=(const UnitWatcher&) = delete;

  /// A round begins at once, or at the end of the one in progress. Threads: any.
  void search_now();

  /// As of the end of the last round; never null, empty before the first one ends. Any thread, but no real-time
  /// one: it takes a lock.
  std::shared_ptr<const DiscoveryReport> latest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
