// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "idn_parser/compare/fingerprint.hpp"

namespace idn::parser {

/// A connection of each capture, by their indices.
struct Pair {
  std::size_t sent = 0;
  std::size_t received = 0;

  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// Which connection became which. Those of equal addresses, ports and group belong together; what remains is
/// matched by content, since relays and address translation change addresses. Throws cli::Failure where several
/// look alike.
/// @param given what the user knows; these come first
std::vector<Pair> pair_connections(const TrafficFingerprints& sent, const TrafficFingerprints& received,
                                   const std::vector<Pair>& given);

/// "1=2" is the first connection of what was sent and the second of what was received. Nothing for other text.
std::optional<Pair> parse_pair(std::string_view text);

/// The connections of a capture, numbered as --match takes them, one per line.
std::string list_of(const TrafficFingerprints& traffic);

}  // namespace idn::parser
