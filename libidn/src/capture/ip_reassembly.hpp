// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <vector>

#include "capture/ip.hpp"
#include "idn/capture/datagram_reader.hpp"

/// Reassembly of IP fragments (RFC 791, RFC 8200).
namespace idn::capture {

/// Reassembles IP datagrams from their fragments. Bounded: 256 incomplete datagrams of at most 64 KiB each.
/// Threads: one owner. Real-time: no (heap).
class IpReassembler {
 public:
  /// Datagrams that may be incomplete at a time; one more gives up the oldest.
  static constexpr std::size_t kMaxDatagrams = 256;
  /// Time limit for a datagram, from the fragment that arrived first; as in Linux.
  static constexpr Duration kTimeout = std::chrono::seconds(30);
  /// How long the identification of a complete datagram is remembered: fragments of it that arrive again count
  /// as repeated, not as a broken datagram. If all of them arrive again, the datagram is returned again.
  static constexpr Duration kRemembered = std::chrono::seconds(1);
  static constexpr std::size_t kMaxRemembered = 256;  ///< complete datagrams that are remembered at a time

  /// A complete datagram.
  struct Reassembled {
    IpPacket packet;              ///< without FragmentInfo; its octets are valid until the next call
    std::uint32_t fragments = 0;  ///< number of its fragments, repeated ones included
  };

  /// @param fragment a packet with FragmentInfo
  /// @return the datagram, if this fragment completes it
  std::optional<Reassembled> add(const IpPacket& fragment, const CapturePosition& position);
  /// Call at the end of the capture: datagrams that are still incomplete become failures.
  void finish();

  /// Counts so far.
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
    bool is_repetition = false;         ///< its identification is that of a remembered complete datagram
    std::optional<std::size_t> size{};  ///< known once the last fragment has arrived
    std::vector<std::byte> octets{};
    std::vector<Range> received{};          ///< in ascending order; adjacent ranges are merged
    std::size_t captured_until = SIZE_MAX;  ///< offset of the first octet that was not captured

    bool has(Range range) const noexcept;
    bool agrees(Range range, ConstBytes captured) const noexcept;
    bool is_complete() const noexcept;
    void insert(Range range);
  };
  struct Completed {
    Duration at{};
    IpPacket head;  ///< addresses and identification
  };
  using Partials = std::list<Partial>;  ///< the oldest first

  Partials::iterator find_or_begin(const IpPacket& fragment, const CapturePosition& position);
  void expire(Duration now);
  void give_up(Partials::iterator partial, ReassemblyFailure::Cause cause);
  bool place(Partial& partial, const IpPacket& fragment);
  Reassembled hand_over(Partials::iterator partial, Duration now);
  bool was_completed(const IpPacket& fragment, Duration now) const;

  Partials partials_;
  std::deque<Completed> completed_;  ///< the oldest first
  std::vector<std::byte> whole_;     ///< octets of the datagram that add() returned last
  FragmentStats facts_;
};

}  // namespace idn::capture
