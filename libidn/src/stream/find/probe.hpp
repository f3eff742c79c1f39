// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "idn/endpoint.hpp"
#include "idn/stream/find/unit_list.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::stream {

/// The requests to one unit at one address, repeated until they are answered or the tries are used up.
class Probe {
 public:
  struct Plan {
    unsigned tries;
    Duration retry_interval;
  };

  Probe(UnitKey unit, std::size_t via, const Endpoint& to, Plan plan, TimePoint now)
      : unit_(unit), via_(via), to_(to), plan_(plan), due_(now) {}

  const UnitKey& unit() const noexcept { return unit_; }
  std::size_t via() const noexcept { return via_; }
  const Endpoint& to() const noexcept { return to_; }

  /// The next request that is due. Each try sends every unanswered request once.
  std::optional<wire::Command> poll(TimePoint now) noexcept {
    if (now >= due_) begin_try();
    for (Item& item : items_)
      if (item.is_open && item.is_pending) {
        item.is_pending = false;
        return item.request;
      }
    return std::nullopt;
  }

  TimePoint next_deadline() const noexcept {
    for (const Item& item : items_)
      if (item.is_open) return due_;
    return kNever;
  }

  void close(wire::Command request) noexcept {
    for (Item& item : items_)
      if (item.request == request) item.is_open = false;
  }

 private:
  struct Item {
    wire::Command request;
    bool is_open = true;
    bool is_pending = false;
  };

  void begin_try() noexcept {
    for (Item& item : items_) item.is_pending = true;
    due_ = ++tries_ < plan_.tries ? due_ + plan_.retry_interval : kNever;
  }

  UnitKey unit_;
  std::size_t via_;
  Endpoint to_;
  Plan plan_;
  TimePoint due_;
  unsigned tries_ = 0;
  // The ping leaves first, so that its answer does not queue behind the others.
  std::array<Item, 3> items_{Item{wire::Command::PingRequest}, Item{wire::Command::ScanRequest},
                             Item{wire::Command::ServiceMapRequest}};
};

}  // namespace idn::stream
