// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/compare/fingerprint.hpp"

namespace idn::parser {

/// Finds datagrams of one connection by sequence number and head.
class FingerprintIndex {
 public:
  explicit FingerprintIndex(const Fingerprints& fingerprints);

  bool contains(const Fingerprint& fingerprint) const { return !equals(fingerprint).empty(); }

  /// Of the datagrams with this fingerprint, the nearest to index `expected`; nothing where there is none.
  std::optional<std::size_t> nearest(const Fingerprint& fingerprint, std::size_t expected) const;

  /// The first record of the same datagram: a capture may see it at two interfaces.
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

/// How the datagrams of two captures belong together.
struct Matching {
  std::vector<Match> matches;  ///< first copies, in the order of reception
  std::vector<bool> arrived;   ///< by index of the sent ones
  std::vector<bool>
      sent_repeatedly;           ///< by index: a second record of the same datagram, no datagram of its own
  std::uint64_t duplicates = 0;  ///< further copies of datagrams that had arrived
  std::uint64_t strays = 0;      ///< received, but not in the capture of what was sent
};

/// Matches by sequence number and content: the head of each datagram carries its timestamp, so a number that
/// comes again after 65536 datagrams does no harm. What arrived under the number of a datagram that is missing,
/// but with another head, is taken for that one, changed.
Matching match(const Fingerprints& sent, const Fingerprints& received);

}  // namespace idn::parser
