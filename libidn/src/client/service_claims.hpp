// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "idn/stream/find/unit_list.hpp"

namespace idn::client {

/// What identifies a service, as far as known.
struct ClaimedService {
  Endpoint at{};                                       ///< address of its unit
  std::optional<stream::UnitKey> unit = std::nullopt;  ///< no value if no search has found the unit
  std::uint8_t service = 0;                            ///< 0: the unit's default one, whose number is not known

  /// The same number of the same unit, or at the same address.
  bool is_same_as(const ClaimedService& other) const noexcept {
    return service == other.service && (at == other.at || (unit && unit == other.unit));
  }
};

/// The services that are in use by devices of an engine: each device claims one. Threads: any.
class ServiceClaims {
 public:
  using Owner = const void*;

  /// Claims `wanted` for `owner`, in place of its former claim.
  /// @return false if another owner has claimed it; then nothing changes
  bool claim(Owner owner, const ClaimedService& wanted);
  /// The unit of the claimed service has a new address.
  void relocate(Owner owner, const Endpoint& at);
  void release(Owner owner);
  void clear();

 private:
  std::mutex mutex_;
  std::map<Owner, ClaimedService> claimed_;
};

}  // namespace idn::client
