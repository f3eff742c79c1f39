// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// The header that starts every section of an ILDA Image Data Transfer Format file (.ild, revision 011):
/// 32 octets, followed by `records` records of a size that the format code gives.
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
  static constexpr FormatResult<SectionHeader> decode(ByteReader& in) noexcept {
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

}  // namespace idn::ilda
