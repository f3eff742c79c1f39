// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace idn::client {

/// The text of a file that nobody but the administrator can change; nothing where there is none. Windows: of
/// any file.
/// @return what is wrong, for users, with its name
tl::expected<std::optional<std::string>, std::string> read_administrator_file(const std::string& path);

}  // namespace idn::client
