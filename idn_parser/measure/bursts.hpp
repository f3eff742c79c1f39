// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/statistics.hpp"
#include "idn/time.hpp"

namespace idn::parser {

enum class BurstCause : std::uint8_t {
  CatchUp,   ///< after a stall, the sender or the network sends overdue datagrams at once
  Batching,  ///< the sender regularly sends several datagrams at a time
  Ahead,     ///< no datagram before it was late
};

/// "catch-up after a late datagram", "sent in batches", "sent ahead".
std::string_view to_string(BurstCause cause) noexcept;

/// A run of offsets under 10 % of the expected one.
struct Burst {
  Duration begin{};             ///< arrival of its first datagram, since 1970
  Duration length{};            ///< from its first to its last datagram
  std::uint64_t datagrams = 0;  ///< one more than it has offsets
  Duration offset_before{};     ///< from the datagram before the burst to its first; zero if there is none
  BurstCause cause{};
};

struct BurstFacts {
  BoundedEventLog<Burst> bursts{};
  // Bursts by cause.
  std::uint64_t catch_ups = 0;
  std::uint64_t batches = 0;
  std::uint64_t ahead = 0;
  std::uint64_t longest = 0;  ///< datagrams of the longest burst
};

/// Finds the bursts among the offsets of a stream.
///
/// Causes: batching, if bursts follow each other with exactly one offset between them, and that one is long (at
/// least 1.5 times the expected offset). Otherwise catch-up, if the offset before the burst is long, or if a
/// catch-up ended one or two offsets earlier, since senders make up for a stall in several steps. Otherwise
/// sent ahead.
/// @param first arrival of the datagram from which the first offset counts
/// @param offsets inter-arrival times
/// @param expected the expected offset; zero or less: no bursts are found
BurstFacts find_bursts(Duration first, std::span<const Duration> offsets, Micros expected);

}  // namespace idn::parser
