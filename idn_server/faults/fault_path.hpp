// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn_server/faults/fault_counters.hpp"
#include "idn_server/faults/fault_plan.hpp"
#include "idn_server/faults/random_walk_delay.hpp"

namespace idn::server {

/// A datagram in transit.
struct PassingDatagram {
  ConstBytes bytes;
  Endpoint from;
  Endpoint to;
  Endpoint local;  ///< see io::ReceivedDatagram

  friend bool same_flow(const PassingDatagram& a, const PassingDatagram& b) noexcept {
    return a.from == b.from && a.to == b.to;
  }
};

/// Simulates one direction of a faulty network: applies loss, delay, duplication, reordering and so on to each
/// datagram and returns it when it is due. Time is an argument; the same plan, seed, datagrams and times give
/// the same result. Memory is bounded. Threads: one owner.
class FaultPath {
 public:
  /// Of datagrams in transit, with their bookkeeping; more are dropped.
  static constexpr std::size_t kMostOctets = std::size_t{64} << 20;
  /// Flows with a datagram held back for reordering at the same time.
  static constexpr std::size_t kMostFlows = 64;
  /// Longest queue of a link with limited rate, as time.
  static constexpr Duration kLinkQueue = std::chrono::milliseconds(100);
  /// A held-back datagram that no other overtakes is released after this time.
  static constexpr Duration kLongestHold = std::chrono::milliseconds(50);

  /// @param begin the time to which the outages of the plan are relative
  FaultPath(const DirectionPlan& plan, std::uint64_t seed, TimePoint begin);
  FaultPath(const FaultPath&) = delete;
  FaultPath& operator=(const FaultPath&) = delete;

  /// @param now not before that of the last call
  void offer(const PassingDatagram& datagram, TimePoint now);

  struct Released {
    PassingDatagram datagram;  ///< valid until the next call of any function
    TimePoint at;              ///< when it was due
  };
  /// The next datagram that is due at `now`.
  std::optional<Released> poll(TimePoint now);
  /// When to poll next.
  TimePoint next_deadline() const noexcept;

  const FaultCounters& counters() const noexcept { return counters_; }

 private:
  struct Item {
    TimePoint due;
    std::uint64_t serial = 0;  ///< order among those with the same `due`
    PassingDatagram datagram;
    std::vector<std::byte> octets;

    static constexpr std::size_t memory_size(ConstBytes bytes) noexcept { return sizeof(Item) + bytes.size(); }

    /// For a heap with the earliest on top.
    friend bool operator<(const Item& a, const Item& b) noexcept {
      return a.due != b.due ? a.due > b.due : a.serial > b.serial;
    }
  };

  bool is_dropped(ConstBytes bytes, TimePoint now);
  bool is_lost_in_burst() noexcept;
  /// When the link with limited rate has transmitted it; nothing if its queue is full.
  std::optional<TimePoint> transmit_on_link(std::size_t octets, TimePoint now) noexcept;
  Item copy(const PassingDatagram& datagram);
  void alter(Item& item);
  void release(Item item, TimePoint due);
  bool hold_back(Item& item, TimePoint due);
  void release_overtaken(const PassingDatagram& overtaker, TimePoint due);
  void release_overdue(TimePoint now);
  void queue(Item item, TimePoint due);

  DirectionPlan plan_;
  TimePoint begin_;
  SeededRandom random_;
  RandomWalkDelay delay_;
  bool in_burst_ = false;
  TimePoint link_free_{};
  TimePoint last_due_{};
  std::vector<Item> in_flight_;  ///< a heap
  std::vector<Item> held_back_;  ///< until something overtakes them
  std::vector<std::vector<std::byte>> spare_buffers_;
  Item released_;
  std::size_t memory_size_ = 0;  ///< octets of everything in transit or held back
  std::uint64_t last_serial_ = 0;
  FaultCounters counters_;
};

}  // namespace idn::server
