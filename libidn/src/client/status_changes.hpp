// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "idn/client/event.hpp"

namespace idn::client {

/// What changes from one look at the status of a device to the next. A pure engine.
class StatusChanges {
 public:
  static constexpr Duration kLimitInterval{std::chrono::seconds(1)};  ///< between two events of a limit
  static constexpr double kHeavyLoad = 0.7;                           ///< of scanners: an event from here on
  static constexpr double kEasyLoad = 0.6;  ///< and another one once it was below this

  /// Appends an event for each change since the look before; at the first look, since it was opened.
  void look(const Status& now, const std::string& target, TimePoint at, std::vector<Event>& changes);

 private:
  struct LastReport {
    std::uint64_t samples = 0;
    TimePoint at = TimePoint::min();
  };

  bool is_first_ = true;
  bool is_load_heavy_ = false;
  Status last_{};
  std::array<LastReport, kLimits> limits_{};
};

}  // namespace idn::client
