// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace idn::client {

/// The content of a file that only the administrator (root) can change; no value if there is no such file.
/// Windows: permissions are not checked.
/// Errors: text for users, with the name of the file.
tl::expected<std::optional<std::string>, std::string> read_administrator_file(const std::string& path);

}  // namespace idn::client
