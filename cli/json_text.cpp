// SPDX-License-Identifier: MIT
#include "cli/json_text.hpp"

#include <nlohmann/json.hpp>

namespace idn::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string json_line(const Json& value) {
  return text(value, -1);
}

std::string json_page(const Json& value) {
  return text(value, 2);
}

}  // namespace idn::cli
