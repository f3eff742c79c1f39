// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "idn/client/engine.hpp"

namespace idn::client {

/// Derives the events of a device from successive snapshots of its status. Pure.
class StatusChanges {
 public:
  static constexpr Duration kLimitInterval{std::chrono::seconds(1)};  ///< minimum between two events of a limit
  static constexpr double kHeavyLoad = 0.7;                           ///< scanner load that causes an event
  static constexpr double kEasyLoad = 0.6;  ///< the load must have been below this before the next such event

  /// Appends an event for each change since the last call; at the first call, since the device was opened.
  void look(const DeviceStatus& now, const std::string& target, TimePoint at, std::vector<Event>& changes);

 private:
  struct LastReport {
    std::uint64_t samples = 0;
    TimePoint at = TimePoint::min();
  };

  bool is_first_ = true;
  bool is_load_heavy_ = false;
  DeviceStatus last_{};
  std::array<LastReport, kLimits> limits_{};
};

}  // namespace idn::client
