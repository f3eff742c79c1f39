// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

/// JSON as text. Names from a network or a file may be invalid UTF-8: invalid octets become U+FFFD.
namespace idn::cli {

/// On a line of its own, for programs that read line by line.
std::string json_line(const nlohmann::ordered_json& value);
/// Indented, for people too.
std::string json_page(const nlohmann::ordered_json& value);

}  // namespace idn::cli
