// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/io/unit_loop.hpp"

namespace idn::cli {

/// Throws Failure with cause and remedy.
/// @param place where the user says which address and port: "with --port", "in units.toml"
std::unique_ptr<io::UnitSocket> open_unit_socket(io::UnitLoop& loop, const io::UnitSocketOptions& options,
                                                 const std::string& place);

}  // namespace idn::cli
