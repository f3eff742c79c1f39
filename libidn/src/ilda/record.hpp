// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/bytes.hpp"
#include "idn/ilda/section.hpp"

/// One record of a frame, as coded in the file (formats 0, 1, 4, 5).
namespace idn::ilda::detail {

inline constexpr std::uint8_t kLastPoint = 0x80;
inline constexpr std::uint8_t kBlanked = 0x40;

/// Fields that a format does not have are zero.
struct Record {
  std::int16_t x = 0;
  std::int16_t y = 0;
  std::int16_t z = 0;
  std::uint8_t status = 0;
  std::uint8_t index = 0;
  Rgb colour{};

  /// The caller makes sure that `in` has record_size(format) octets.
  static constexpr Record decode(Format format, ByteReader& in) noexcept {
    Record record;
    record.x = in.read<std::int16_t>();
    record.y = in.read<std::int16_t>();
    if (is_3d(format)) record.z = in.read<std::int16_t>();
    record.status = in.read<std::uint8_t>();
    if (is_indexed(format)) {
      record.index = in.read<std::uint8_t>();
    } else {  // in the reverse order of palettes
      record.colour.b = in.read<std::uint8_t>();
      record.colour.g = in.read<std::uint8_t>();
      record.colour.r = in.read<std::uint8_t>();
    }
    return record;
  }

  constexpr void encode(Format format, ByteWriter& out) const noexcept {
    out.write(x);
    out.write(y);
    if (is_3d(format)) out.write(z);
    out.write(status);
    if (is_indexed(format)) {
      out.write(index);
    } else {
      out.write(colour.b);
      out.write(colour.g);
      out.write(colour.r);
    }
  }
};

}  // namespace idn::ilda::detail
