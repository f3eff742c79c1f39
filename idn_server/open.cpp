// SPDX-License-Identifier: MIT
#include "idn_server/open.hpp"

#include <fmt/core.h>

namespace idn::server {

std::string unit_not_found_text(const std::string& name, const Endpoint& local, const std::string& problem) {
  return fmt::format(
      "\"{}\" on {} may not be found by searches: {}; give senders its address, or receive on every interface",
      name, to_string(local), problem);
}

}  // namespace idn::server
