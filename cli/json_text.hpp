// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

/// JSON, and JSON as text. Names from a network or a file may be invalid UTF-8: invalid octets become U+FFFD.
namespace idn::cli {

/// Null for nothing.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// On a line of its own, for programs that read line by line.
std::string json_line(const nlohmann::ordered_json& value);
/// Indented, for people too.
std::string json_page(const nlohmann::ordered_json& value);

}  // namespace idn::cli
