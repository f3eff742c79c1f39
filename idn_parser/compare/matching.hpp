// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/compare/fingerprint.hpp"

namespace idn::parser {

/// Finds datagrams of one connection by sequence number and head.
class FingerprintIndex {
 public:
  explicit FingerprintIndex(const Fingerprints& fingerprints);

  bool contains(const Fingerprint& fingerprint) const { return !equals(fingerprint).empty(); }

  /// Index of the datagram with this fingerprint that is nearest to index `expected`; empty if there is none.
  std::optional<std::size_t> nearest(const Fingerprint& fingerprint, std::size_t expected) const;

  /// Index of the first record of the same datagram: a capture of several interfaces may hold it twice.
  std::size_t first_record(std::size_t index) const noexcept { return first_records_[index]; }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t index;
    auto operator<=>(const Entry&) const = default;
  };

  static std::uint64_t key_of(const Fingerprint& fingerprint) noexcept {
    return std::uint64_t{fingerprint.head} << 16 | fingerprint.sequence();
  }
  std::span<const Entry> equals(const Fingerprint& fingerprint) const;

  std::vector<Entry> entries_;  ///< sorted
  std::vector<std::uint32_t> first_records_;
};

/// A datagram in both captures, by its indices there.
struct Match {
  std::size_t sent = 0;
  std::size_t received = 0;
  bool is_changed = false;   ///< same sequence number, other content
  bool is_verified = false;  ///< both captures hold the whole content
};

/// Which datagram of one capture is which of the other.
struct Matching {
  std::vector<Match> matches;  ///< one per datagram that arrived (its first copy), in the order of reception
  std::vector<bool> arrived;   ///< by index of the sent datagram
  /// By index of the sent datagram: it is a further record of an earlier one.
  std::vector<bool> sent_repeatedly;
  std::uint64_t duplicates = 0;  ///< further copies of datagrams that had arrived
  std::uint64_t strays = 0;      ///< received, but not in the sender's capture
};

/// Matches by sequence number and hash of the head. The head contains the timestamp, so that sequence numbers
/// may wrap. If no head matches, a datagram is matched by its unwrapped sequence number alone; it counts as
/// changed, unless a capture cut its head.
Matching match(const Fingerprints& sent, const Fingerprints& received);

}  // namespace idn::parser
