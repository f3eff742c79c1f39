// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "idn/result.hpp"

namespace idn::output {

/// Octets of a file of limits: more than anybody writes by hand.
constexpr std::size_t kLargestFile = std::size_t{1} << 20;

/// The content of a file that only the administrator (root) can change; no value if there is no such file.
/// Windows: permissions are not checked.
/// Errors: Errc::Limits, with the name of the file.
Result<std::optional<std::string>> read_administrator_file(const std::string& path);

}  // namespace idn::output
