// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "idn_parser/compare/fingerprint.hpp"

namespace idn::parser {

/// The same connection in both captures, by its indices there.
struct Pair {
  std::size_t sent = 0;
  std::size_t received = 0;

  friend constexpr bool operator==(const Pair&, const Pair&) = default;
};

/// Finds the pairs of connections. Connections with equal addresses, ports and client group are paired; the
/// others are matched by their datagrams, since relays and address translation change addresses. Throws
/// cli::Failure if several match equally well.
/// @param given pairs from --match, which take precedence
std::vector<Pair> pair_connections(const TrafficFingerprints& sent, const TrafficFingerprints& received,
                                   const std::vector<Pair>& given);

/// "1=2" pairs the first connection of the sender's capture with the second of the receiver's. Empty for text
/// of another form.
std::optional<Pair> parse_pair(std::string_view text);

/// The connections of a capture, numbered as --match takes them, one per line.
std::string list_of(const TrafficFingerprints& traffic);

}  // namespace idn::parser
