// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn_server/faults/fault_counters.hpp"
#include "idn_server/faults/fault_plan.hpp"
#include "idn_server/faults/random_walk_delay.hpp"

namespace idn::server {

/// A datagram on its way.
struct PassingDatagram {
  ConstBytes bytes;
  Endpoint from;
  Endpoint to;
  Endpoint local;  ///< see io::ReceivedDatagram

  friend bool same_flow(const PassingDatagram& a, const PassingDatagram& b) noexcept {
    return a.from == b.from && a.to == b.to;
  }
};

/// One direction of a network on which a plan is carried out: datagrams go in, what is left of them comes out
/// when it is due. Time is an argument; the same plan, seed, datagrams and times give the same result. Bounded.
class FaultPath {
 public:
  /// On their way, with what each takes to keep.
  static constexpr std::size_t kMostOctets = std::size_t{64} << 20;
  /// In which datagrams are overtaken at once.
  static constexpr std::size_t kMostFlows = 64;
  /// What a link of limited rate keeps waiting.
  static constexpr Duration kLinkQueue = std::chrono::milliseconds(100);
  /// A datagram that nothing overtakes goes on after this time.
  static constexpr Duration kLongestHold = std::chrono::milliseconds(50);

  /// @param begin when the outages of the plan begin to count
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
    std::uint64_t serial = 0;  ///< among those that are due at once
    PassingDatagram datagram;
    std::vector<std::byte> octets;

    static constexpr std::size_t weight(ConstBytes bytes) noexcept { return sizeof(Item) + bytes.size(); }

    /// For a heap with the earliest on top.
    friend bool operator<(const Item& a, const Item& b) noexcept {
      return a.due != b.due ? a.due > b.due : a.serial > b.serial;
    }
  };

  bool is_dropped(ConstBytes bytes, TimePoint now);
  bool is_lost_in_burst() noexcept;
  /// When the link of limited rate has sent it; nothing when its queue is full.
  std::optional<TimePoint> leave_link(std::size_t octets, TimePoint now) noexcept;
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
  std::vector<Item> on_the_way_;  ///< a heap
  std::vector<Item> held_back_;   ///< until something overtakes them
  std::vector<std::vector<std::byte>> spare_;
  Item released_;
  std::size_t weight_ = 0;  ///< of all that is on its way or held back
  std::uint64_t last_serial_ = 0;
  FaultCounters counters_;
};

}  // namespace idn::server
