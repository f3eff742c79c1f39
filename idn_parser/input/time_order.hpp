// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "idn_parser/input/owned_datagram.hpp"

namespace idn::parser {

/// Sorts the datagrams of a slightly unsorted capture by time. Files of several receive queues or interfaces
/// are like that: each queue is in order, but the file takes turns between them.
///
/// A datagram that is earlier than those before it moves in front of them, up to kWindow back. Among the
/// real-time packets of one connection it does so only where its sequence number steps back as well. Where the
/// number goes on while time steps back, the clock of the capture was set back: nothing is moved across that
/// place, nor across one where time steps back by more than the window.
///
/// Holds what arrived within the window, at most kMostHeld datagrams of kMostOctets. Threads: one owner.
class TimeOrder {
 public:
  static constexpr Duration kWindow = std::chrono::milliseconds(100);
  static constexpr std::size_t kMostHeld = 4096;
  static constexpr std::size_t kMostOctets = std::size_t{16} << 20;

  /// @param port UDP port of the receivers, which tells real-time packets
  explicit TimeOrder(std::uint16_t port) noexcept : port_(port) {}

  /// Copies the datagram. To be called when poll() has nothing more.
  void push(const capture::CapturedDatagram& datagram);
  /// The next one in order of time, once nothing earlier can come, else null.
  OwnedDatagramPtr poll();
  /// Takes back one that is done with, to hold another one; or null.
  void recycle(OwnedDatagramPtr datagram);
  /// No more will come: poll() gives all that is held.
  void finish() noexcept { due_ = order_.size(); }

  /// Datagrams that were moved in front of others.
  std::uint64_t sorted() const noexcept { return sorted_; }

 private:
  struct Held {
    Duration time{};  ///< of the datagram, at hand without a look at it
    OwnedDatagramPtr datagram;
  };
  using Order = std::deque<Held>;

  Order::iterator place_of(const capture::CapturedDatagram& datagram);
  bool may_pass(const capture::CapturedDatagram& later, const capture::CapturedDatagram& earlier) const;
  OwnedDatagramPtr copy_of(const capture::CapturedDatagram& datagram);
  bool is_full() const noexcept { return order_.size() > kMostHeld || octets_ > kMostOctets; }

  std::uint16_t port_;
  std::vector<OwnedDatagramPtr> free_;
  Order order_;
  std::size_t octets_ = 0;             ///< in the order
  std::size_t due_ = 0;                ///< at the front of the order: nothing will be placed before their end
  Duration newest_ = Duration::min();  ///< since the last place that nothing is moved across
  std::uint64_t sorted_ = 0;
};

}  // namespace idn::parser
