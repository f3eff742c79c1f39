// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "idn/stream/find/unit_list.hpp"

/// Messages about the unit of a stream.
namespace idn::sender {

/// As text, without the name of the unit.
std::string describe(const stream::UnitEvent& event);
/// The event "moved", "displaced" or "ambiguous".
nlohmann::ordered_json to_json(const std::string& name, const stream::UnitEvent& event);

}  // namespace idn::sender
