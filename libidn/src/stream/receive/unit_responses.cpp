// SPDX-License-Identifier: MIT
#include "stream/receive/unit_responses.hpp"

#include "wire/client_group.hpp"

namespace idn::stream {
namespace {

using wire::Command;

void write_response_header(Command command, const wire::PacketHeader& request, ByteWriter& out) {
  wire::PacketHeader{command, request.client_group, request.sequence}.encode(out);
}

wire::ScanResponse scan_response(const UnitState& unit, std::uint8_t client_group) {
  using Status = wire::ScanResponse::StatusBit;
  unsigned status = Status::kRealtime;
  if ((unit.group_mask >> client_group & 1) == 0) status |= Status::kGroupExcluded;
  if (unit.is_occupied) status |= Status::kOccupied;
  return {.status = static_cast<std::uint8_t>(status),
          .unit_id = unit.unit_id,
          .host_name = wire::FixedText<20>(unit.host_name)};
}

/// A refused request leaves the mask unchanged.
wire::GroupResponse apply_group_request(const wire::GroupRequest& request, const UnitState& unit) {
  if (unit.auth_code.empty()) return {wire::GroupResult::Unsupported, unit.group_mask};
  if (request.authentication != wire::FixedText<12>(unit.auth_code))
    return {wire::GroupResult::AuthenticationFailed, unit.group_mask};
  return {wire::GroupResult::Executed, request.mask};
}

/// Get needs no authentication, Set does.
wire::GroupResponse group_response(ConstBytes payload, const UnitState& unit) {
  const std::uint16_t mask = unit.group_mask;
  ByteReader in(payload);
  const auto request = wire::GroupRequest::decode(in);
  if (!request) return {wire::GroupResult::Invalid, mask};
  switch (request->operation) {
    case wire::GroupOperation::Get:
      return {wire::GroupResult::Executed, mask};
    case wire::GroupOperation::Set:
      return apply_group_request(*request, unit);
  }
  return {wire::GroupResult::Invalid, mask};
}

}  // namespace

bool is_request(Command command) noexcept {
  return command == Command::PingRequest || command == Command::ScanRequest ||
         command == Command::ServiceMapRequest || command == Command::GroupRequest;
}

std::uint16_t encode_response(const wire::PacketHeader& request, ConstBytes payload, const UnitState& unit,
                              ByteWriter& out) noexcept {
  std::uint16_t group_mask = unit.group_mask;
  switch (request.command) {
    case Command::PingRequest:
      write_response_header(Command::PingResponse, request, out);
      out.write(payload);
      break;
    case Command::ScanRequest:
      write_response_header(Command::ScanResponse, request, out);
      scan_response(unit, request.client_group).encode(out);
      break;
    case Command::ServiceMapRequest:
      write_response_header(Command::ServiceMapResponse, request, out);
      wire::ServiceMap::encode({}, unit.services, out);
      break;
    case Command::GroupRequest: {
      write_response_header(Command::GroupResponse, request, out);
      const auto response = group_response(payload, unit);
      response.encode(out);
      group_mask = response.mask;
      break;
    }
    default:
      break;
  }
  return group_mask;
}

}  // namespace idn::stream
