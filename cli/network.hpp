// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "idn/endpoint.hpp"

namespace idn::cli {

/// "10.0.0.0/8", "fe80::/10", or an address without a prefix length, which stands for that address alone.
/// Nothing for other text.
std::optional<Subnet> parse_network(std::string_view text);

/// The same for IPv4 alone.
std::optional<Subnet> parse_ipv4_network(std::string_view text);

/// An IPv4 address, in host byte order. Nothing for other text.
std::optional<std::uint32_t> parse_address(std::string_view text);

}  // namespace idn::cli
