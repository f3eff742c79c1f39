// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/ilda/section.hpp"
#include "idn/result.hpp"

/// Reading of .ild files, and their deviations from the format. Files are shown in spite of all of them.
namespace idn::ilda {

/// What is wrong, and the meaning of `announced` and `present` of a Finding; 0 where not mentioned.
enum class FileFindingKind : std::uint8_t {
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
struct FileFinding {
  FileFindingKind kind{};     ///< what is wrong
  std::size_t offset = 0;     ///< of the section or the octets concerned, from the start of the file
  std::size_t announced = 0;  ///< number that the file states; see FindingKind
  std::size_t present = 0;    ///< number that was found; see FindingKind

  friend constexpr bool operator==(const FileFinding&, const FileFinding&) = default;
};

/// What is wrong, where, and how the reader handles it; for users, lower case, without a full stop.
IDN_EXPORT std::string to_string(const FileFinding& finding);

/// Counts all findings and keeps the first kKeptPerKind of each kind, so that one kind that occurs in every
/// frame does not displace the others.
/// Threads: one owner. Real-time: yes (fixed size, no heap, lock, log).
class IDN_EXPORT Findings {
 public:
  static constexpr std::size_t kKeptPerKind = 4;  ///< further ones are only counted

  /// Counts `finding`, and keeps it if it is one of the first of its kind.
  void add(const FileFinding& finding) noexcept;

  /// The kept findings, in the order of add(); valid as long as this object.
  std::span<const FileFinding> kept() const noexcept { return std::span(kept_).first(kept_count_); }

  /// Number of findings of one kind, kept or not.
  std::size_t count(FileFindingKind kind) const noexcept { return counts_[static_cast<std::size_t>(kind)]; }
  /// Number of findings of all kinds, kept or not.
  std::size_t total() const noexcept;
  /// Whether nothing was found.
  bool empty() const noexcept { return kept_count_ == 0; }

 private:
  std::array<FileFinding, kFindingKinds * kKeptPerKind> kept_{};
  std::array<std::size_t, kFindingKinds> counts_{};
  std::size_t kept_count_ = 0;
};

/// Counts and properties of a file.
struct Survey {
  std::size_t frames = 0;         ///< sections of points, with one point at least
  std::size_t points = 0;         ///< in all frames
  std::size_t palettes = 0;       ///< sections of colours
  std::size_t largest_frame = 0;  ///< points
  std::bitset<256> formats;       ///< format codes of the sections, palettes included
  std::bitset<256> projectors;    ///< projector numbers of the frames
  Label first_label;              ///< of the first frame
  Findings findings;              ///< about sections, points and the whole file

  /// Whether a section of that format occurs.
  bool has(Format format) const noexcept { return formats[static_cast<std::size_t>(format)]; }
};

/// Reads the whole file. One without frames is no error.
/// @return Errc::NotIlda when the file does not start with a section.
IDN_EXPORT FormatResult<Survey> survey(ConstBytes file);

/// One picture. Pass the same object to Reader::next() again, so that its points need not be allocated again.
struct Frame {
  Format format{};            ///< of its section
  Label label;                ///< of its section
  std::uint16_t number = 0;   ///< as in the file; frames are shown in file order, not by this number
  std::vector<Point> points;  ///< 1..65535; a single point is legal: show it as a dot
};

/// How to read what a file does not define.
struct ReaderOptions {
  /// For indexed frames before the first palette for their projector.
  DefaultPalette default_palette = DefaultPalette::Ilda64;
  /// For files of programs that exchange red and blue. Built-in palettes are not affected.
  bool swap_red_blue = false;
};

/// Decodes the frames of a file one by one, in file order, each with the palette in force for its projector.
///
/// The file must outlive the reader, which needs about 6 KiB and has no index of the file. Reading is safe
/// whatever octets the file has.
/// Threads: one owner. Real-time: no (heap, while frames grow).
class IDN_EXPORT Reader {
 public:
  /// @return Errc::NotIlda when the file does not start with a section, for example when it is empty. A file
  ///         without frames is no error.
  static FormatResult<Reader> open(ConstBytes file, const ReaderOptions& options = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// Decodes the next frame into `frame`; false at the end of the file, which leaves `frame` as it is.
  /// Allocates only when a frame has more points than `frame` ever held.
  bool next(Frame& frame);

  /// Back to the first frame, with the palettes and the findings of a new reader.
  void rewind() noexcept;

  /// Deviations from the format in what next() has read since open() or rewind().
  const Findings& findings() const noexcept;

 private:
  struct State;
  explicit Reader(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

/// An .ild file in memory, with its survey.
/// Threads: several may read it at once. Real-time: no (heap).
class IDN_EXPORT File {
 public:
  /// @return Errc::NotIlda when the file does not start with a section, for example when it is empty.
  static FormatResult<File> open(std::vector<std::byte> octets);

  /// Counts and properties of the file.
  const Survey& survey() const noexcept { return survey_; }
  /// A new reader at the first frame. It refers to the octets of this object, which must outlive it; moving
  /// this object is allowed.
  Reader reader() const noexcept { return *Reader::open(octets_); }

 private:
  File(std::vector<std::byte> octets, const Survey& survey) noexcept
      : octets_(std::move(octets)), survey_(survey) {}

  std::vector<std::byte> octets_;
  Survey survey_;
};

}  // namespace idn::ilda
