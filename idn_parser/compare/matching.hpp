// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/compare/passage.hpp"

namespace idn::parser {

/// Finds datagrams of one connection by sequence number and head.
class PassageIndex {
 public:
  explicit PassageIndex(const Passages& passages);

  bool contains(const Passage& passage) const { return !equals(passage).empty(); }

  /// Of the datagrams that look like `passage`, the nearest to index `expected`; nothing where there is none.
  std::optional<std::size_t> nearest(const Passage& passage, std::size_t expected) const;

  /// The first record of the same datagram: a capture may see it at two interfaces.
  std::size_t first_record(std::size_t index) const noexcept { return first_records_[index]; }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t index;
    auto operator<=>(const Entry&) const = default;
  };

  static std::uint64_t key_of(const Passage& passage) noexcept {
    return std::uint64_t{passage.head} << 16 | passage.sequence();
  }
  std::span<const Entry> equals(const Passage& passage) const;

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
Matching match(const Passages& sent, const Passages& received);

}  // namespace idn::parser
