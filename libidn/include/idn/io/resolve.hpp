// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>

#include "idn/endpoint.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"

namespace idn::io {

/// The first IPv4 address of `host`, a name or an address of four decimal numbers. Blocks, for names perhaps
/// for seconds.
SystemResult<Endpoint> resolve(const std::string& host, std::uint16_t port);

}  // namespace idn::io
