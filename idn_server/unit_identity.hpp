// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "idn/wire/hello.hpp"

/// Unit ID and name of this receiver (section 1.6).
namespace idn::server {

/// "01-123456789ABC": category and 1 to 14 identifier octets. Nothing for other text.
std::optional<wire::UnitId> parse_unit_id(std::string_view text);

/// Name of this computer; "idn_server" if it has none or the system does not report it.
std::string host_name();

}  // namespace idn::server
