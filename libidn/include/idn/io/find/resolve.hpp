// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>

#include "idn/endpoint.hpp"
#include "idn/result.hpp"

namespace idn::io {

/// The first IPv4 address of `host`, a name or an address of four decimal numbers. Blocks, for names perhaps
/// for seconds.
/// Errors: those of the resolver; std::errc::invalid_argument for numbers that are no address, such
/// as 10.0.0.256.
Result<Endpoint> resolve(const std::string& host, std::uint16_t port);

}  // namespace idn::io
