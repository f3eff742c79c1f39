// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "idn/stream/unit_list.hpp"

namespace idn::client {

/// One service, by what is known of it.
struct ClaimedService {
  Endpoint at{};                                       ///< where it is reached
  std::optional<stream::UnitKey> unit = std::nullopt;  ///< where a search knows who that is
  std::uint8_t service = 0;                            ///< 0: the unit's default one, whose number is not known

  /// The same number of the same unit, or at the same address.
  bool is_same_as(const ClaimedService& other) const noexcept {
    return service == other.service && (at == other.at || (unit && unit == other.unit));
  }
};

/// The services that the devices of an engine play to: each has one. Threads: any.
class ServiceClaims {
 public:
  using Owner = const void*;

  /// In place of what `owner` had. @return false where another one has it; then nothing changes
  bool claim(Owner owner, const ClaimedService& wanted);
  /// The unit has turned up there.
  void relocate(Owner owner, const Endpoint& at);
  void release(Owner owner);
  void clear();

 private:
  std::mutex mutex_;
  std::map<Owner, ClaimedService> claimed_;
};

}  // namespace idn::client
