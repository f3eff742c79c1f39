// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "idn/bytes.hpp"

namespace idn::wire {

/// UTF-8 of fixed length on the wire: padded with zeros, not terminated (section 0.2).
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
template <std::size_t N>
class FixedText {
 public:
  constexpr FixedText() noexcept = default;

  /// A longer text is cut at a UTF-8 character boundary.
  constexpr explicit FixedText(std::string_view text) noexcept {
    std::size_t length = (std::min)(text.size(), N);
    const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80; };
    while (length > 0 && length < text.size() && continues(length)) --length;
    std::copy_n(text.begin(), length, characters_.begin());
  }

  /// The text up to the first zero octet; valid as long as this object.
  constexpr std::string_view view() const noexcept {
    const std::string_view all(characters_.data(), N);
    return all.substr(0, all.find('\0'));
  }

  /// Reads N octets; the caller checks `in`.
  static constexpr FixedText decode(ByteReader& in) noexcept {
    FixedText text;
    const ConstBytes octets = in.take(N);
    std::ranges::transform(octets, text.characters_.begin(),
                           [](std::byte b) { return std::to_integer<char>(b); });
    return text;
  }

  /// Writes N octets: the text, then zeros.
  constexpr void encode(ByteWriter& out) const noexcept {
    for (const char c : characters_) out.write(static_cast<std::uint8_t>(c));
  }

  friend constexpr bool operator==(const FixedText&, const FixedText&) = default;

 private:
  std::array<char, N> characters_{};
};

}  // namespace idn::wire
