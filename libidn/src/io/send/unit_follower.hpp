// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "io/send/driver.hpp"
#include "io/send/retargetable_transport.hpp"
#include "stream/find/unit_tracker.hpp"

namespace idn::io {

/// A stream that follows a unit. The references must stay valid until UnitFollower::remove().
struct FollowedStream {
  stream::UnitKey unit;                ///< the unit to follow
  Endpoint at;                         ///< its present address
  RetargetableTransport& link;         ///< transport of the stream
  const stream::SenderStats& session;  ///< shows whether the unit acknowledges
  const DriverStats& network;          ///< shows whether the network rejects datagrams
};

/// Keeps streams on their units: finds those that have changed their address, and retargets the streams there.
///
/// Searches in a thread of its own, with sockets of its own, as UnitWatcher does; it shares only the atomics of
/// RetargetableTransport and of the counters with the tick threads. Load: each unit's address gets four scan
/// requests of 4 octets per second, unicast. Only while a unit is missing there are also searches of the whole
/// network, two per second, after ten seconds one every two seconds: two requests to each broadcast address,
/// and up to six of at most 12 octets to each unit that answers.
///
/// A missing unit is detected within 0.7 s, or at once if the network rejects the datagrams, and found 0.3 s
/// later; see stream::UnitTracker for when a stream stays. Nothing more is sent to the former address, not even
/// a close: another unit may have it by now. Construct it on a thread of ordinary priority: threads inherit
/// that. Threads: any. Real-time: no (heap, locks).
class UnitFollower {
 public:
  /// Called on the thread that searches.
  using OnEvent = std::function<void(const stream::UnitEvent& event)>;
  /// Identifies a stream that was added; never reused.
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
  /// Whether the last search has confirmed that the unit does not answer at the address of the stream; false
  /// after remove(). Threads: any.
  bool is_missing(Id stream) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
