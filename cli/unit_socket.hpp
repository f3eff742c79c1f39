// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/io/receive/unit_loop.hpp"

namespace idn::cli {

/// Opens the socket of a unit. Throws Failure (kEnvironment).
/// @param place where the user sets address and port, for the message: "with --port", "in units.toml"
std::unique_ptr<io::UnitSocket> open_unit_socket(io::UnitLoop& loop, const io::UnitSocketOptions& options,
                                                 const std::string& place);

}  // namespace idn::cli
