// SPDX-License-Identifier: MIT
#pragma once

#include "analysis/sequence_statistics.hpp"

namespace idn::analysis {

/// Determines the order of each sample datagram relative to the previous one of its stream, from what happened
/// on their connection in between.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class DatagramOrderTracker {
 public:
  /// Call when the channel was closed: the next datagram begins a time axis.
  void close() noexcept { is_closed_ = true; }

  /// Fills in `order` and `begins_axis`.
  /// @param order of its sequence number, as SequenceStatistics found; not Duplicate
  /// @param now interruptions of its connection, up to and including this datagram
  void place(ArrivalOrder order, const Interruptions& now, SampleDatagram& datagram) noexcept {
    if (order == ArrivalOrder::Late) {
      datagram.order = ArrivalOrder::Late;
      // If only datagrams of other streams overtook it, it belongs between the last datagram of its own stream
      // and the next one.
      lies_between_ = lies_between_ || (datagram.media && last_media_ && *datagram.media > *last_media_);
      return;
    }
    if (lies_between_ || now.complete_from > last_.newest + 1) datagram.order = ArrivalOrder::AfterLoss;
    lies_between_ = false;
    // Not assigned as a whole: one wide load of members that narrower stores have just written would stall.
    if (datagram.media)
      last_media_ = *datagram.media;
    else
      last_media_.reset();
    if (is_closed_ || now.closes != last_.closes) datagram.begins_axis = AxisCause::Closed;
    if (now.restarts != last_.restarts) datagram.begins_axis = AxisCause::Restart;
    last_ = now;
    is_closed_ = false;
  }

 private:
  Interruptions last_;  ///< at the last datagram in order
  std::optional<std::chrono::microseconds> last_media_;
  bool lies_between_ = false;  ///< a late datagram belongs between the last one in order and the next
  bool is_closed_ = false;
};

}  // namespace idn::analysis
