// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/endpoint.hpp"

/// A warning of idn_server and its relay.
namespace idn::server {

/// The warning for a unit that broadcast searches do not reach.
std::string unit_not_found_text(const std::string& name, const Endpoint& local, const std::string& problem);

}  // namespace idn::server
