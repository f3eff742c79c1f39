// SPDX-License-Identifier: MIT
#pragma once

#include "idn/analysis/sequence_count.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::analysis {

/// How each sample datagram of a stream follows the one before, by what happened to their connection in
/// between. Threads: one owner.
class StreamPlace {
 public:
  /// The channel was closed; what follows begins a time axis.
  void close() noexcept { is_closed_ = true; }

  /// Fills in `succession` and `begins_axis`.
  /// @param order of the number of this datagram, which is no duplicate
  /// @param now of its connection, this datagram included
  void place(NumberOrder order, const Continuity& now, SampleDatagram& datagram) noexcept {
    if (order == NumberOrder::Late) {
      datagram.succession = Succession::Late;
      return;
    }
    if (now.losses != last_.losses) datagram.succession = Succession::AfterLoss;
    if (is_closed_ || now.closes != last_.closes) datagram.begins_axis = AxisCause::Closed;
    if (now.restarts != last_.restarts) datagram.begins_axis = AxisCause::Restart;
    last_ = now;
    is_closed_ = false;
  }

 private:
  Continuity last_;  ///< at the last datagram in order
  bool is_closed_ = false;
};

}  // namespace idn::analysis
