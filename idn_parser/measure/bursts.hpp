// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "idn/analysis/micros.hpp"
#include "idn/bounded_event_log.hpp"

namespace idn::parser {

enum class BurstCause : std::uint8_t {
  CatchUp,   ///< after a late datagram, the sender or the network sends what is overdue
  Batching,  ///< the sender sends several datagrams at a time, again and again
  Ahead,     ///< no datagram before it was late
};

/// "catch-up after a late datagram", "sent in batches", "sent ahead".
std::string_view to_string(BurstCause cause) noexcept;

/// A run of offsets under 10 % of the expected one.
struct Burst {
  Duration begin{};             ///< arrival of its first datagram, since 1970
  Duration length{};            ///< from its first to its last datagram
  std::uint64_t datagrams = 0;  ///< one more than it has offsets
  Duration offset_before{};     ///< from the datagram before it to its first; zero where there is none
  BurstCause cause{};
};

struct BurstFacts {
  BoundedEventLog<Burst> bursts{};
  std::uint64_t catch_ups = 0;  ///< by cause
  std::uint64_t batches = 0;
  std::uint64_t ahead = 0;
  std::uint64_t longest = 0;  ///< datagrams
};

/// Finds the bursts among the offsets of a stream.
///
/// A burst is a catch-up where the offset before it is late, at least 1.5 times the expected one, or where one
/// or two offsets before there was another catch-up: senders work off a stall in several steps. It is batching
/// where bursts follow each other with nothing but one late offset between them. What remains was sent ahead.
/// @param first arrival of the datagram ahead of the first offset
BurstFacts find_bursts(Duration first, std::span<const Duration> offsets, analysis::Micros expected);

}  // namespace idn::parser
