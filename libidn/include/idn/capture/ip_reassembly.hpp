// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <vector>

#include "idn/bounded_event_log.hpp"
#include "idn/capture/capture_position.hpp"
#include "idn/capture/ip.hpp"
#include "idn/endpoint.hpp"

/// IP fragments become whole datagrams again (RFC 791, RFC 8200), as far as they are there.
namespace idn::capture {

/// A datagram that could not be reassembled from its fragments.
struct ReassemblyFailure {
  /// Why there is no whole datagram.
  enum class Cause : std::uint8_t {
    Incomplete,     ///< fragments are missing at the end of the capture, or 30 s after the first to come
    Contradicting,  ///< fragments overlap with different contents, or do not fit together
    NoRoom,         ///< too many datagrams were incomplete at a time
  };

  CapturePosition at;           ///< of its first fragment to come
  Cause cause{};                ///< why it is broken
  Endpoint source;              ///< port 0 where the fragment that names the ports is missing
  Endpoint destination;         ///< the same
  std::uint32_t fragments = 0;  ///< that came
};

/// What came in fragments.
struct FragmentStats {
  std::uint64_t fragments = 0;     ///< of UDP, any port
  std::uint64_t datagrams = 0;     ///< that were put together from them
  std::uint64_t out_of_order = 0;  ///< fragments that came after one from further behind
  /// Fragments that came twice: with equal contents, or after the datagram was complete.
  std::uint64_t repeated = 0;
  BoundedEventLog<ReassemblyFailure> broken{};  ///< datagrams of which fragments are missing
};

/// Reassembles IP datagrams from their fragments. Bounded: 256 incomplete datagrams of at most 64 KiB each.
/// Threads: one owner. Real-time: no (heap).
class IpReassembler {
 public:
  static constexpr std::size_t kMaxDatagrams = 256;  ///< that may be incomplete at a time; the oldest goes
  static constexpr Duration kTimeout = std::chrono::seconds(30);  ///< what Linux waits
  /// How long a datagram is remembered that is complete, and how many at most: fragments that a network repeats
  /// make no broken datagram, unless they are all repeated a datagram again.
  static constexpr Duration kRemembered = std::chrono::seconds(1);
  static constexpr std::size_t kMaxRemembered = 256;  ///< that are remembered at a time

  /// A datagram that its last fragment completes.
  struct Reassembled {
    IpPacket packet;              ///< no fragment any more; its octets are valid until the next call
    std::uint32_t fragments = 0;  ///< that it came in
  };

  /// @param fragment a packet that is a fragment
  /// @return the datagram that it completes
  std::optional<Reassembled> add(const IpPacket& fragment, const CapturePosition& moment);
  /// No more will come.
  void finish();

  /// So far.
  const FragmentStats& facts() const noexcept { return facts_; }

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  struct Partial {
    CapturePosition at;
    IpPacket head;  ///< addresses, identification; the protocol of its first octets
    std::uint32_t fragments = 0;
    bool is_contradicting = false;
    bool is_repetition = false;         ///< of one that was complete right before
    std::optional<std::size_t> size{};  ///< known from the last fragment
    std::vector<std::byte> octets{};
    std::vector<Range> received{};          ///< in order, those that meet are one
    std::size_t captured_until = SIZE_MAX;  ///< from here on the capture left octets out

    bool has(Range range) const noexcept;
    bool touches(Range range) const noexcept;
    bool is_complete() const noexcept;
    void insert(Range range);
  };
  struct Completed {
    Duration at{};
    IpPacket head;  ///< addresses and identification
  };
  using Partials = std::list<Partial>;  ///< the oldest first

  Partials::iterator find_or_begin(const IpPacket& fragment, const CapturePosition& moment);
  void expire(Duration now);
  void give_up(Partials::iterator partial, ReassemblyFailure::Cause cause);
  bool place(Partial& partial, const IpPacket& fragment);
  Reassembled hand_over(Partials::iterator partial, Duration now);
  bool was_completed(const IpPacket& fragment, Duration now) const;

  Partials partials_;
  std::deque<Completed> completed_;  ///< the oldest first
  std::vector<std::byte> whole_;     ///< of the datagram handed over last
  FragmentStats facts_;
};

}  // namespace idn::capture
