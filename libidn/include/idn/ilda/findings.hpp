// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// What a reader met that a well-made .ild file does not contain. Nothing here stops a file from being shown.
namespace idn::ilda {

/// What is wrong; what the two numbers of a Finding mean with each.
enum class FindingKind : std::uint8_t {
  TruncatedHeader,    ///< the file ends inside a header; announced 32 octets, present: how many there are
  TruncatedSection,   ///< the file ends inside the records; announced and present records
  HeaderWithoutData,  ///< the last header announces records, not one is there: taken as end of the file
  NoEndHeader,        ///< the file ends after a complete section
  SkippedOctets,      ///< padding or garbage before the next signature; present: octets
  UnreadableRest,     ///< padding or garbage up to the end of the file; present: octets
  UnknownFormat,      ///< announced: the format code; the section is skipped
  OctetsAfterEnd,     ///< present: octets after the end header, ignored
  LongPalette,        ///< announced: colours, present: how many of them an index can reach
  IndexWrapped,       ///< announced: colours of the built-in palette; present: lit points with an index beyond
  IndexShownWhite,    ///< announced: colours of the file's palette; present: lit points with an index beyond
  MissingLastPoint,   ///< the last point of a frame does not carry the last-point bit
  EarlyLastPoint,     ///< the last-point bit on an earlier point; announced: points, present: its place from 1
};
/// How many there are of FindingKind.
inline constexpr std::size_t kFindingKinds = 13;

/// One thing that a well-made file does not contain.
struct Finding {
  FindingKind kind{};         ///< what is wrong
  std::size_t offset = 0;     ///< of the section or the octets meant, from the start of the file
  std::size_t announced = 0;  ///< what the file claims; see FindingKind
  std::size_t present = 0;    ///< what there is; see FindingKind

  friend constexpr bool operator==(const Finding&, const Finding&) = default;
};

/// What was met, where, and what was done about it; for users, lower case, without a full stop.
std::string to_string(const Finding& finding);

/// Counts every finding and keeps the first few of each kind, so that one that repeats in every frame cannot
/// hide another.
/// Threads: one owner. Real-time: yes (fixed size, no heap, lock, log).
class Findings {
 public:
  static constexpr std::size_t kKeptPerKind = 4;  ///< further ones are only counted

  /// Counts it, and keeps it if it is one of the first of its kind.
  void add(const Finding& finding) noexcept;

  /// In the order met; at most 4 of each kind.
  std::span<const Finding> kept() const noexcept { return std::span(kept_).first(kept_count_); }

  /// Of one kind, kept or not.
  std::size_t count(FindingKind kind) const noexcept { return counts_[static_cast<std::size_t>(kind)]; }
  /// Of all kinds, kept or not.
  std::size_t total() const noexcept;
  /// Whether nothing was found.
  bool empty() const noexcept { return kept_count_ == 0; }

 private:
  std::array<Finding, kFindingKinds * kKeptPerKind> kept_{};
  std::array<std::size_t, kFindingKinds> counts_{};
  std::size_t kept_count_ = 0;
};

}  // namespace idn::ilda
