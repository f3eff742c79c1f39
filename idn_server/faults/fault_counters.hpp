// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace idn::server {

/// How many datagrams each fault was applied to.
struct FaultCounters {
  std::uint64_t offered = 0;
  std::uint64_t released = 0;  ///< duplicates included
  std::uint64_t lost = 0;
  std::uint64_t lost_in_bursts = 0;
  std::uint64_t silenced = 0;
  std::uint64_t configurations_dropped = 0;
  std::uint64_t acknowledges_withheld = 0;
  std::uint64_t over_rate = 0;   ///< dropped: the queue of the link with limited rate was full
  std::uint64_t overflowed = 0;  ///< dropped: the memory for datagrams in transit was full
  std::uint64_t duplicated = 0;
  std::uint64_t corrupted = 0;
  std::uint64_t reordered = 0;
  std::uint64_t results_changed = 0;
};

/// All of them, with the names that reports use.
inline std::array<std::pair<std::string_view, std::uint64_t>, 13> named(const FaultCounters& c) noexcept {
  return {{{"offered", c.offered},
           {"released", c.released},
           {"lost", c.lost},
           {"lost_in_bursts", c.lost_in_bursts},
           {"silenced", c.silenced},
           {"configurations_dropped", c.configurations_dropped},
           {"acknowledges_withheld", c.acknowledges_withheld},
           {"over_rate", c.over_rate},
           {"overflowed", c.overflowed},
           {"duplicated", c.duplicated},
           {"corrupted", c.corrupted},
           {"reordered", c.reordered},
           {"results_changed", c.results_changed}}};
}

}  // namespace idn::server
