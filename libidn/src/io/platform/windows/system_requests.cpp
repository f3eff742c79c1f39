// SPDX-License-Identifier: MIT
#include "io/platform/system_requests.hpp"

namespace idn::io::platform {

struct SystemRequests::State {};
SystemRequests::SystemRequests() = default;
SystemRequests::~SystemRequests() = default;

std::vector<Grant> SystemRequests::make() {
  return {{"memory lock", false, "not a feature of this system"}};
}

}  // namespace idn::io::platform
