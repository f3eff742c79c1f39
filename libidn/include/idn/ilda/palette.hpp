// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "idn/bytes.hpp"

/// Colours for the indexed formats 0 and 1, from the file (format 2) or built in.
namespace idn::ilda {

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
class Palette {
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
Palette decode_palette(ConstBytes records) noexcept;

/// The palettes that indexed files without a palette of their own may rely on.
enum class DefaultPalette : std::uint8_t {
  Ilda64,       ///< the 64 colours that the specification suggests; index 0 is red
  Obsolete256,  ///< the "ILDA standard palette" of earlier revisions; index 0 is black
};

/// A built-in palette. Storage is static.
const Palette& default_palette(DefaultPalette which) noexcept;

}  // namespace idn::ilda
