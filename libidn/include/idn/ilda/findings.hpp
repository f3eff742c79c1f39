// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Deviations of .ild files from the format. Files are shown in spite of all of them.
namespace idn::ilda {

/// What is wrong, and the meaning of `announced` and `present` of a Finding; 0 where not mentioned.
enum class FindingKind : std::uint8_t {
  TruncatedHeader,    ///< the file ends inside a header; announced: 32 octets, present: octets
  TruncatedSection,   ///< the file ends inside the records of a section; announced, present: records
  HeaderWithoutData,  ///< the file ends before the first record of a section; announced, present: records
  NoEndHeader,        ///< the file ends after a complete section
  SkippedOctets,      ///< padding or garbage before the next signature; present: octets
  UnreadableRest,     ///< padding or garbage up to the end of the file; present: octets
  WrappedCount,       ///< the records of a section are 65536 more than it announces, or a multiple of that
  UnknownFormat,      ///< a section of unknown format, which is skipped; announced: the format code
  OctetsAfterEnd,     ///< octets after the end header, which are ignored; present: octets
  LongPalette,        ///< more than 256 colours; announced: colours, present: 256
  IndexWrapped,       ///< announced: colours of the built-in palette; present: lit points with a higher index
  IndexShownWhite,    ///< announced: colours of the file's palette; present: lit points with a higher index
  MissingLastPoint,   ///< the last point of a frame does not have the last-point bit
  EarlyLastPoint,     ///< an earlier point has that bit; announced: points, present: its number, from 1
  NothingLit,         ///< of the whole file: no point is lit; present: points
  SmallPicture,       ///< likewise: all light is within 5 % of the width; announced: 65536, present: its extent
};
/// Number of enumerators of FindingKind.
inline constexpr std::size_t kFindingKinds = 16;

/// One deviation from the format.
struct Finding {
  FindingKind kind{};         ///< what is wrong
  std::size_t offset = 0;     ///< of the section or the octets concerned, from the start of the file
  std::size_t announced = 0;  ///< number that the file states; see FindingKind
  std::size_t present = 0;    ///< number that was found; see FindingKind

  friend constexpr bool operator==(const Finding&, const Finding&) = default;
};

/// What is wrong, where, and how the reader handles it; for users, lower case, without a full stop.
std::string to_string(const Finding& finding);

/// Counts all findings and keeps the first kKeptPerKind of each kind, so that one kind that occurs in every
/// frame does not displace the others.
/// Threads: one owner. Real-time: yes (fixed size, no heap, lock, log).
class Findings {
 public:
  static constexpr std::size_t kKeptPerKind = 4;  ///< further ones are only counted

  /// Counts `finding`, and keeps it if it is one of the first of its kind.
  void add(const Finding& finding) noexcept;

  /// The kept findings, in the order of add(); valid as long as this object.
  std::span<const Finding> kept() const noexcept { return std::span(kept_).first(kept_count_); }

  /// Number of findings of one kind, kept or not.
  std::size_t count(FindingKind kind) const noexcept { return counts_[static_cast<std::size_t>(kind)]; }
  /// Number of findings of all kinds, kept or not.
  std::size_t total() const noexcept;
  /// Whether nothing was found.
  bool empty() const noexcept { return kept_count_ == 0; }

 private:
  std::array<Finding, kFindingKinds * kKeptPerKind> kept_{};
  std::array<std::size_t, kFindingKinds> counts_{};
  std::size_t kept_count_ = 0;
};

}  // namespace idn::ilda
