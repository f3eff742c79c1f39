// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_server/relay/relay.hpp"

namespace idn::server {

/// Reports of the relay at its start and end: text or JSON objects.
std::string relay_start(const RelayOptions& options, const Endpoint& local);
std::string relay_summary(const RelayOptions& options, const RelayReport& report);

}  // namespace idn::server
