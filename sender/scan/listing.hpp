// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/stream/find/unit_list.hpp"

/// Found units as text and JSON, and problems of the network as lines of text.
namespace idn::sender {

/// Several lines: the unit, its addresses, the preferred one first, its services.
std::string unit_text(const stream::FoundUnit& unit);

/// A line for each name by which it is found: its own, its lasers', its ID.
std::string unit_names(const stream::FoundUnit& unit);

/// "192.168.1.10:7255 on eth0".
std::string address_text(const stream::UnitAddress& address);

/// "1 laser "Left"".
std::string service_text(const wire::ServiceMapEntry& service);

/// {"event": `event`, "id": ..., "addresses": [...], "services": [...]}.
nlohmann::ordered_json unit_json(const stream::FoundUnit& unit, const std::string& event);

/// Problems as text, each on one line without a line feed.
std::string problem_text(const InterfaceProblem& problem);
std::string conflict_text(const stream::AddressConflict& conflict);
std::string conflict_text(const stream::IdentityConflict& conflict);

}  // namespace idn::sender
