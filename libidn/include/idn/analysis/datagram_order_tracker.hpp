// SPDX-License-Identifier: MIT
#pragma once

#include "idn/analysis/sequence_statistics.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::analysis {

/// How each sample datagram of a stream follows the one before, by what happened to their connection in
/// between.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class DatagramOrderTracker {
 public:
  /// The channel was closed; what follows begins a time axis.
  void close() noexcept { is_closed_ = true; }

  /// Fills in `order` and `begins_axis`.
  /// @param order of the number of this datagram, which is no duplicate
  /// @param now of its connection, this datagram included
  void place(ArrivalOrder order, const Interruptions& now, SampleDatagram& datagram) noexcept {
    if (order == ArrivalOrder::Late) {
      datagram.order = DatagramOrder::Late;
      // Overtaken by another stream alone, it lies between the last one of its own and the next.
      lies_between_ = lies_between_ || (datagram.media && last_media_ && *datagram.media > *last_media_);
      return;
    }
    if (lies_between_ || now.complete_from > last_.newest + 1) datagram.order = DatagramOrder::AfterLoss;
    lies_between_ = false;
    // Not copied as a whole: the processor would wait for its parts, which were just written.
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
  bool lies_between_ = false;  ///< one that came late
  bool is_closed_ = false;
};

}  // namespace idn::analysis
