// SPDX-License-Identifier: MIT
#include "io/platform/system_requests.hpp"

namespace idn::io::platform {

struct SystemRequests::State {};
SystemRequests::SystemRequests() = default;
SystemRequests::~SystemRequests() = default;

std::vector<Grant> SystemRequests::make(const RealtimeOptions& options) {
  if (!options.lock_memory) return {};
  return {{"memory lock", false, "not a feature of this system"}};
}

}  // namespace idn::io::platform
