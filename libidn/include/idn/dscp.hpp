// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "idn/export.hpp"

/// The differentiated services code point (DSCP): by these six bits of the IP header a datagram tells switches,
/// routers and access points how it is to be treated (RFC 2474).
namespace idn {

/// The largest code point; 0 is that of datagrams without a mark.
inline constexpr std::uint8_t kMaxDscp = 63;

/// The code point with a name of the IANA registry, as "EF", "AF41", "CS5", "LE", in either case, or with a
/// number from 0 to 63. No value for other texts.
IDN_EXPORT std::optional<std::uint8_t> dscp_from(std::string_view text) noexcept;

/// "EF"; the number of one without a name: "45". 0 is "DF", default forwarding.
IDN_EXPORT std::string dscp_name(std::uint8_t dscp);

}  // namespace idn
