// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "idn_parser/input/owned_datagram.hpp"

namespace idn::parser {

/// Sorts the datagrams of a slightly unsorted capture by time. Captures of several receive queues or interfaces
/// are unsorted: each queue is in order, but the file interleaves them in batches.
///
/// Insertion sort in a sliding window of kWindow: a datagram with an earlier time stamp moves in front of later
/// ones. It passes a real-time packet of the same connection only if its sequence number is lower as well, or
/// if it is a copy of that packet. If the number goes forward while time goes back, the clock of the capturing
/// computer was set back: a barrier across which nothing is moved. A step back by more than the window is a
/// barrier too.
///
/// Holds the datagrams of the window, at most about kMostHeld of them or kMostOctets. Threads: one owner.
class TimeOrder {
 public:
  static constexpr Duration kWindow = std::chrono::milliseconds(100);
  static constexpr std::size_t kMostHeld = 4096;
  static constexpr std::size_t kMostOctets = std::size_t{16} << 20;

  /// @param port UDP port of the receivers, by which real-time packets are recognised
  explicit TimeOrder(std::uint16_t port) noexcept : port_(port) {}

  /// Copies the datagram. Call it only after poll() has returned null.
  void push(const capture::CapturedDatagram& datagram);
  /// The next datagram in order of time; null as long as an earlier one might still be pushed.
  OwnedDatagramPtr poll();
  /// Takes back a datagram that is no longer needed, to reuse its memory; null is ignored.
  void recycle(OwnedDatagramPtr datagram);
  /// To be called after the last push(): poll() then returns all datagrams held.
  void finish() noexcept { due_ = order_.size(); }

  /// Datagrams that were moved in front of others.
  std::uint64_t sorted() const noexcept { return sorted_; }

 private:
  struct Held {
    Duration time{};  ///< copy of the datagram's time, so that sorting need not dereference the pointer
    OwnedDatagramPtr datagram;
  };
  using Order = std::deque<Held>;

  Order::iterator place_of(const capture::CapturedDatagram& datagram);
  bool may_move_ahead(const capture::CapturedDatagram& later, const capture::CapturedDatagram& earlier) const;
  OwnedDatagramPtr copy_of(const capture::CapturedDatagram& datagram);
  bool is_full() const noexcept { return order_.size() > kMostHeld || octets_ > kMostOctets; }

  std::uint16_t port_;
  std::vector<OwnedDatagramPtr> pool_;
  Order order_;
  std::size_t octets_ = 0;  ///< payload octets held in order_
  /// Datagrams at the front of order_ that are final: nothing will be inserted among them.
  std::size_t due_ = 0;
  Duration newest_ = Duration::min();  ///< latest time since the last barrier
  std::uint64_t sorted_ = 0;
};

}  // namespace idn::parser
