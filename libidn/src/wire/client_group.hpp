// SPDX-License-Identifier: MIT
#pragma once

#include "idn/result.hpp"
#include "idn/wire/hello.hpp"

/// Reading and setting the mask of admitted client groups (section 1.5).
namespace idn::wire {

/// What a GroupRequest does.
enum class GroupOperation : std::uint8_t {
  Get = 0x01,  ///< reads the mask
  Set = 0x02,  ///< replaces the mask
};

/// Result of a GroupRequest.
enum class GroupResult : std::uint8_t {
  Executed = 0x00,              ///< executed
  AuthenticationFailed = 0xFD,  ///< the authentication code is wrong; nothing changed
  Unsupported = 0xFE,           ///< the unit does not support the operation
  Invalid = 0xFF,               ///< malformed request
};

/// Reads or replaces the group mask of a unit.
struct GroupRequest {
  static constexpr std::size_t kSize = 16;  ///< octets on the wire

  GroupOperation operation = GroupOperation::Get;  ///< read or replace
  std::uint16_t mask = 0;                          ///< for Set: bit n admits group n
  FixedText<12> authentication;                    ///< for Set: code that is configured on the unit

  /// Reads kSize octets.
  /// Errors: Errc::Truncated, Errc::BadStructSize.
  static constexpr FormatResult<GroupRequest> decode(ByteReader& in) noexcept {
    const auto struct_size = in.read<std::uint8_t>();
    GroupRequest request;
    request.operation = static_cast<GroupOperation>(in.read<std::uint8_t>());
    request.mask = in.read<std::uint16_t>();
    request.authentication = FixedText<12>::decode(in);
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    if (struct_size < kSize) return fail(Errc::BadStructSize);
    return request;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(kSize));
    out.write(static_cast<std::uint8_t>(operation));
    out.write(mask);
    authentication.encode(out);
  }

  friend constexpr bool operator==(const GroupRequest&, const GroupRequest&) = default;
};

/// Answer of the unit to a GroupRequest.
struct GroupResponse {
  static constexpr std::size_t kSize = 4;  ///< octets on the wire

  GroupResult result = GroupResult::Executed;  ///< of the request
  std::uint16_t mask = 0xFFFF;                 ///< the mask in force now, also after an error

  /// Reads kSize octets.
  /// Errors: Errc::Truncated, Errc::BadStructSize.
  static constexpr FormatResult<GroupResponse> decode(ByteReader& in) noexcept {
    const auto struct_size = in.read<std::uint8_t>();
    GroupResponse response;
    response.result = static_cast<GroupResult>(in.read<std::uint8_t>());
    response.mask = in.read<std::uint16_t>();
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    if (struct_size < kSize) return fail(Errc::BadStructSize);
    return response;
  }

  /// Writes kSize octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(kSize));
    out.write(static_cast<std::uint8_t>(result));
    out.write(mask);
  }

  friend constexpr bool operator==(const GroupResponse&, const GroupResponse&) = default;
};

}  // namespace idn::wire
