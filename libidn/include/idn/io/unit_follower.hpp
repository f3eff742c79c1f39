// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "idn/io/driver.hpp"
#include "idn/io/retargetable_transport.hpp"
#include "idn/stream/unit_tracker.hpp"

namespace idn::io {

/// A stream that was opened for a unit, wherever that is. All of it is used until UnitFollower::remove().
struct FollowedStream {
  stream::UnitKey unit;                ///< which one to follow
  Endpoint at;                         ///< where the stream goes
  RetargetableTransport& link;         ///< outlives the follower, or is removed from it
  const stream::SenderStats& session;  ///< tells whether the unit answers
  const DriverStats& network;          ///< tells whether the network refuses
};

/// Keeps streams on their units: finds those that have changed their address, and retargets the streams there.
///
/// Searches in a thread of its own, with sockets of its own, as UnitWatcher does; the tick threads share with
/// it what a RetargetableTransport and the counters share. Load: each unit's address gets four scan requests of
/// 4 octets per second, unicast. Only while a unit is missing there are also searches of the whole network, two
/// per second, after ten seconds one every two: two requests to each broadcast address, and up to six of at
/// most 12 octets to each unit that answers.
///
/// A unit is missed within 0.7 s, or at once where the network refuses the datagrams, and found 0.3 s later;
/// see stream::UnitTracker for when a stream stays. The former address gets nothing more, not even a close: it
/// may be another unit's by now. Construct it on a thread of ordinary priority: threads inherit that.
/// Threads: any. Real-time: no (heap, locks).
class UnitFollower {
 public:
  /// Called on the thread that searches.
  using OnEvent = std::function<void(const stream::UnitEvent& event)>;
  /// Of a unit that was added; never used again.
  using Id = std::uint64_t;

  /// Starts no thread before there is a unit to follow.
  UnitFollower();
  /// Waits for the thread, which ends at once unless it is in a callback.
  ~UnitFollower();
  UnitFollower(const UnitFollower&) = delete;
  UnitFollower& operator=(const UnitFollower&) = delete;

  /// @param on_event called on the searching thread, for Moved after the stream has switched to the new
  /// address; does not throw, and does not remove the stream. Threads: any.
  Id add(const FollowedStream& stream, OnEvent on_event);
  /// Neither the stream nor its callback is used any more when this returns, after a second at most. Threads:
  /// any.
  void remove(Id stream);
  /// Whether the unit did not answer the last search where the stream goes; false for one that was removed.
  /// Threads: any.
  bool is_missing(Id stream) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
