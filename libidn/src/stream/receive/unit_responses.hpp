// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/wire/hello.hpp"
#include "idn/wire/packet_header.hpp"

/// Responses of a unit to requests outside of any connection (sections 1.4 to 1.7).
namespace idn::stream {

/// What the responses contain.
struct UnitState {
  const wire::UnitId& unit_id;
  std::string_view host_name;
  std::span<const wire::ServiceMapEntry> services;
  std::uint16_t group_mask = 0xFFFF;
  bool is_occupied = false;    ///< no session left
  std::string_view auth_code;  ///< needed to set the mask; empty: it cannot be set
};

/// Whether encode_response() has a response to it.
bool is_request(wire::Command command) noexcept;

/// Writes the whole response, packet header included; nothing for a command that is no request.
/// @param payload of the request
/// @return the group mask that is to be in force from now on
std::uint16_t encode_response(const wire::PacketHeader& request, ConstBytes payload, const UnitState& unit,
                              ByteWriter& out) noexcept;

}  // namespace idn::stream
