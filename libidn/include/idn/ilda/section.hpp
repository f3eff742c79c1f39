// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"

/// The parts of an ILDA Image Data Transfer Format file (.ild, revision 011): sections, each with a header of
/// 32 octets and `records` records of a size that the format code gives; points, independent of the format in
/// the file; and palettes, for the indexed formats 0 and 1, from the file (format 2) or built in.
namespace idn::ilda {

/// Format codes. A header can hold any other value; only these have a known record size.
enum class Format : std::uint8_t {
  Indexed3d = 0,     ///< frame: X, Y, Z, status, colour index
  Indexed2d = 1,     ///< frame: X, Y, status, colour index
  Palette = 2,       ///< colour palette: R, G, B
  TrueColour3d = 4,  ///< frame: X, Y, Z, status, B, G, R
  TrueColour2d = 5,  ///< frame: X, Y, status, B, G, R
};

/// Octets per record, 0 for an unknown format.
constexpr std::size_t record_size(Format format) noexcept {
  switch (format) {
    case Format::Indexed3d:
      return 8;
    case Format::Indexed2d:
      return 6;
    case Format::Palette:
      return 3;
    case Format::TrueColour3d:
      return 10;
    case Format::TrueColour2d:
      return 8;
  }
  return 0;
}

/// Whether records have a depth.
constexpr bool is_3d(Format format) noexcept {
  return format == Format::Indexed3d || format == Format::TrueColour3d;
}

/// Whether records have an index into a palette instead of a colour.
constexpr bool is_indexed(Format format) noexcept {
  return format == Format::Indexed3d || format == Format::Indexed2d;
}

/// Whether records are points of a frame; false for palettes and unknown formats.
constexpr bool is_frame(Format format) noexcept {
  return is_indexed(format) || format == Format::TrueColour3d || format == Format::TrueColour2d;
}

/// A name field: up to 8 printable ASCII characters.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class Name {
 public:
  static constexpr std::size_t kMaxLength = 8;  ///< octets in the header

  constexpr Name() = default;

  /// Takes at most 8 characters, up to the first 0x00. Other characters than printable ASCII become '?'. Spaces
  /// at the end are dropped, since many programs pad with them.
  template <std::convertible_to<std::string_view> Text>
  constexpr Name(const Text& text) noexcept {
    std::string_view given = text;
    given = given.substr(0, (std::min)(given.find('\0'), kMaxLength));
    given = given.substr(0, given.find_last_not_of(' ') + 1);
    std::ranges::transform(given, text_.begin(), [](char c) { return c >= ' ' && c <= '~' ? c : '?'; });
  }

  /// The text without padding; valid as long as this object.
  constexpr std::string_view view() const noexcept {
    const std::string_view padded(text_.data(), text_.size());
    return padded.substr(0, padded.find('\0'));
  }

  /// Reads kMaxLength octets.
  static constexpr Name decode(ByteReader& in) noexcept {
    std::array<char, kMaxLength> field{};
    std::ranges::transform(in.take(kMaxLength), field.begin(),
                           [](std::byte octet) { return std::to_integer<char>(octet); });
    return Name(std::string_view(field.data(), field.size()));
  }

  /// Writes kMaxLength octets, padded with zeros.
  constexpr void encode(ByteWriter& out) const noexcept {
    for (const char c : text_) out.write(static_cast<std::uint8_t>(c));
  }

  friend constexpr bool operator==(const Name&, const Name&) = default;

 private:
  std::array<char, kMaxLength> text_{};
};

/// The fields of a section header that do not depend on the content: names, and number of the projector.
struct Label {
  Name name{};                 ///< of the frame or palette
  Name company{};              ///< of the author
  std::uint8_t projector = 0;  ///< 0 in files for a single projector

  friend constexpr bool operator==(const Label&, const Label&) = default;
};

inline constexpr std::uint32_t kSignature = 0x494C4441;  ///< "ILDA"

/// Whether these octets begin with "ILDA".
constexpr bool has_signature(ConstBytes octets) noexcept {
  return ByteReader(octets).read<std::uint32_t>() == kSignature;
}

/// The header of a section.
struct SectionHeader {
  static constexpr std::size_t kSize = 32;           ///< octets in the file
  static constexpr std::size_t kMaxRecords = 65535;  ///< the most that the 16-bit field of a header can hold

  Format format{};            ///< of the records
  Label label{};              ///< names and number of the projector
  std::uint16_t records = 0;  ///< 0 marks the end of the file
  std::uint16_t number = 0;   ///< of the frame or palette, 0..65534
  std::uint16_t total = 0;    ///< frames in the sequence, 1..65535; palettes 0; often wrong in files

  /// Reads kSize octets. Reserved octets are ignored; `format` may be unknown.
  /// @return Errc::NotIlda without the signature, Errc::Truncated below kSize octets.
  static constexpr Result<SectionHeader> decode(ByteReader& in) noexcept {
    const std::size_t start = in.position();
    const bool is_section = in.read<std::uint32_t>() == kSignature;
    if (in.ok() && !is_section) return fail(Errc::NotIlda, start);
    SectionHeader header;
    in.skip(3);
    header.format = static_cast<Format>(in.read<std::uint8_t>());
    header.label.name = Name::decode(in);
    header.label.company = Name::decode(in);
    header.records = in.read<std::uint16_t>();
    header.number = in.read<std::uint16_t>();
    header.total = in.read<std::uint16_t>();
    header.label.projector = in.read<std::uint8_t>();
    in.skip(1);
    if (!in.ok()) return fail(Errc::Truncated, in.position());
    return header;
  }

  /// Writes kSize octets; reserved ones are zero.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(kSignature);
    out.fill(3);
    out.write(static_cast<std::uint8_t>(format));
    label.name.encode(out);
    label.company.encode(out);
    out.write(records);
    out.write(number);
    out.write(total);
    out.write(label.projector);
    out.fill(1);
  }

  friend constexpr bool operator==(const SectionHeader&, const SectionHeader&) = default;
};

/// A scanner position with the colour of the line that leads to it. The colour of a blanked point is black. A
/// point may also be black without being blanked: also dark, but a copy of the file stays the same.
struct Point {
  std::int16_t x = 0;    ///< -32768 (left) to 32767 (right)
  std::int16_t y = 0;    ///< -32768 (bottom) to 32767 (top)
  std::int16_t z = 0;    ///< -32768 (far) to 32767 (near); 0 in formats without depth
  std::uint8_t r = 0;    ///< 0 to 255
  std::uint8_t g = 0;    ///< 0 to 255
  std::uint8_t b = 0;    ///< 0 to 255
  bool blanked = false;  ///< the laser is off on the way to it

  /// Whether the laser is off: blanked or black.
  constexpr bool is_dark() const noexcept { return blanked || (r == 0 && g == 0 && b == 0); }

  friend constexpr bool operator==(const Point&, const Point&) = default;
};

/// The same position and colour as a sample, without Z; intensity is 0 if the point is dark, else full.
constexpr LaserSample to_sample(const Point& point) noexcept {
  if (point.is_dark()) return {.x = point.x, .y = point.y};
  const auto widen = [](std::uint8_t value) { return static_cast<std::uint16_t>(value * 257); };
  return {point.x, point.y, widen(point.r), widen(point.g), widen(point.b), 0xFFFF};
}

/// Colours are rounded to 8 bits; points that are black then are blanked. Z is 0. The intensity is ignored.
constexpr Point from_sample(const LaserSample& sample) noexcept {
  const auto narrow = [](std::uint16_t value) { return static_cast<std::uint8_t>((value + 128u) / 257u); };
  Point point{sample.x, sample.y, 0, narrow(sample.r), narrow(sample.g), narrow(sample.b)};
  point.blanked = point.is_dark();
  return point;
}

/// A colour of 24 bits.
struct Rgb {
  std::uint8_t r = 0;  ///< 0 to 255
  std::uint8_t g = 0;  ///< 0 to 255
  std::uint8_t b = 0;  ///< 0 to 255

  friend constexpr bool operator==(Rgb, Rgb) = default;
};

/// Sum of the squared differences of r, g and b; 0 to 195075.
constexpr int squared_distance(Rgb a, Rgb b) noexcept {
  const int dr = a.r - b.r;
  const int dg = a.g - b.g;
  const int db = a.b - b.b;
  return dr * dr + dg * dg + db * db;
}

/// Meaning of an index that is not below the number of entries; the specification does not define it.
enum class OutOfRangeIndex : std::uint8_t {
  White,  ///< palettes from a file: a lit point stays visible
  Wraps,  ///< built-in palettes: index modulo size, as the programs that wrote such files did
};

/// Up to 256 colours; other indices have a colour as well, by OutOfRangeIndex.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class IDN_EXPORT Palette {
 public:
  static constexpr std::size_t kMaxSize = 256;  ///< most colours, since an index has 8 bits

  /// Entries after the first kMaxSize are left out. Without any entry every index is white.
  constexpr explicit Palette(std::span<const Rgb> entries,
                             OutOfRangeIndex out_of_range = OutOfRangeIndex::White) noexcept
      : size_(entries.size() < kMaxSize ? entries.size() : kMaxSize) {
    for (std::size_t i = 0; i < kMaxSize; ++i) {
      if (i < size_)
        colours_[i] = entries[i];
      else
        colours_[i] =
            out_of_range == OutOfRangeIndex::Wraps && size_ > 0 ? colours_[i % size_] : Rgb{255, 255, 255};
    }
  }

  constexpr Rgb operator[](std::uint8_t index) const noexcept { return colours_[index]; }
  /// Number of entries.
  constexpr std::size_t size() const noexcept { return size_; }
  /// The entries, by index; valid as long as the palette.
  constexpr std::span<const Rgb> entries() const noexcept { return std::span(colours_).first(size_); }

  /// The index of the entry with the least squared RGB distance, the lowest one of several; 0 without entries.
  std::uint8_t nearest(Rgb colour) const noexcept;

 private:
  std::array<Rgb, kMaxSize> colours_{};
  std::size_t size_ = 0;
};

/// Decodes the records of a format 2 section. Entries after the first 256 are left out, and so is an incomplete
/// one at the end.
IDN_EXPORT Palette decode_palette(ConstBytes records) noexcept;

/// The palettes that indexed files without a palette of their own may rely on.
enum class DefaultPalette : std::uint8_t {
  Ilda64,       ///< the 64 colours that the specification suggests; index 0 is red
  Obsolete256,  ///< the "ILDA standard palette" of earlier revisions; index 0 is black
};

/// A built-in palette. Storage is static.
IDN_EXPORT const Palette& default_palette(DefaultPalette which) noexcept;

}  // namespace idn::ilda
