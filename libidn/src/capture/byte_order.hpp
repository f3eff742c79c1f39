// SPDX-License-Identifier: MIT
#pragma once

#include "idn/bytes.hpp"

namespace idn::capture {

/// A ByteReader for the fields of a capture file, which are in the byte order of the machine that wrote it.
class ByteOrderReader {
 public:
  ByteOrderReader(ConstBytes bytes, bool is_little_endian) noexcept
      : in_(bytes), is_little_endian_(is_little_endian) {}

  std::uint16_t u16() noexcept {
    const auto value = in_.read<std::uint16_t>();
    return is_little_endian_ ? static_cast<std::uint16_t>(value << 8 | value >> 8) : value;
  }
  std::uint32_t u32() noexcept {
    const std::uint32_t first = u16(), second = u16();
    return is_little_endian_ ? second << 16 | first : first << 16 | second;
  }
  std::uint64_t u64() noexcept {
    const std::uint64_t first = u32(), second = u32();
    return is_little_endian_ ? second << 32 | first : first << 32 | second;
  }

  ConstBytes take(std::size_t count) noexcept { return in_.take(count); }
  void skip(std::size_t count) noexcept { in_.skip(count); }
  bool ok() const noexcept { return in_.ok(); }
  std::size_t remaining() const noexcept { return in_.remaining(); }

 private:
  ByteReader in_;
  bool is_little_endian_;
};

}  // namespace idn::capture
