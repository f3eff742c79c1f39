// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/time.hpp"

/// Which faults are simulated on the way of datagrams.
namespace idn::server {

/// Nothing passes for a while, once or again and again.
struct Outage {
  Duration at{};  ///< since the beginning
  Duration length{};
  Duration every{};  ///< from one beginning to the next; 0: once

  constexpr bool covers(Duration time) const noexcept {
    if (time < at) return false;
    return (every > Duration{} ? (time - at) % every : time - at) < length;
  }
};

/// One direction. Shares are those of datagrams, 0..1.
struct DirectionPlan {
  double loss = 0;
  double burst_loss = 0;           ///< lost in bursts, besides `loss`
  double burst_length = 5;         ///< datagrams per burst on average
  double drop_configurations = 0;  ///< of messages with a configuration
  double duplicate = 0;
  double corrupt = 0;  ///< one bit turned
  double reorder = 0;  ///< overtaken by the next datagram of their stream; at most half
  Duration delay{};
  Duration jitter{};                                 ///< the delay wanders this far up and down, in order
  std::uint64_t rate = 0;                            ///< bits per second, IP and UDP headers included; 0: any
  double withhold_acknowledges = 0;                  ///< of acknowledges
  std::optional<std::uint8_t> acknowledge_result{};  ///< result code of all acknowledges
  std::vector<Outage> silences{};

  bool is_empty() const noexcept;
};

struct FaultPlan {
  std::uint64_t seed = 0;
  DirectionPlan arriving;  ///< from senders to receivers
  DirectionPlan answered;  ///< from receivers to senders

  bool is_empty() const noexcept { return arriving.is_empty() && answered.is_empty(); }
};

}  // namespace idn::server
