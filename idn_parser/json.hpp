// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace idn::parser {

/// Members stay in the order in which the documents describe them.
using Json = nlohmann::ordered_json;

}  // namespace idn::parser
