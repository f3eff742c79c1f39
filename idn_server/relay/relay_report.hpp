// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn_server/relay/relay.hpp"

namespace idn::server {

/// What the relay says when it begins and when it ends: lines for people, or JSON objects.
std::string relay_start(const RelayOptions& options, const Endpoint& local);
std::string relay_summary(const RelayOptions& options, const RelayReport& report);

/// `idn_server relay`, as run_main() takes it: the exit code, or an exception.
int run_relay(int argc, const char* const* argv);

}  // namespace idn::server
