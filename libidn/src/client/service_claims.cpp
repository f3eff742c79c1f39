// SPDX-License-Identifier: MIT
#include "client/service_claims.hpp"

#include <algorithm>

namespace idn::client {

bool ServiceClaims::claim(Owner owner, const ClaimedService& wanted) {
  const std::lock_guard lock(mutex_);
  const bool is_taken = std::ranges::any_of(
      claimed_, [&](const auto& entry) { return entry.first != owner && entry.second.is_same_as(wanted); });
  if (is_taken) return false;
  claimed_.insert_or_assign(owner, wanted);
  return true;
}

void ServiceClaims::relocate(Owner owner, const Endpoint& at) {
  const std::lock_guard lock(mutex_);
  if (const auto found = claimed_.find(owner); found != claimed_.end()) found->second.at = at;
}

void ServiceClaims::release(Owner owner) {
  const std::lock_guard lock(mutex_);
  claimed_.erase(owner);
}

void ServiceClaims::clear() {
  const std::lock_guard lock(mutex_);
  claimed_.clear();
}

}  // namespace idn::client
