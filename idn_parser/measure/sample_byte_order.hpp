// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/wire/dictionary.hpp"

namespace idn::parser {

/// Detects samples with coordinates in little endian. A lit line is drawn in small steps; with swapped octets,
/// the low ones of which are almost random, steps are a third of the whole range on average. Reported only if
/// the steps are large as sent and small if swapped, both absolutely and relative to the range of the
/// coordinates: the latter since content with 8 bits per coordinate is smooth in both orders. Looks at the
/// first kMostSteps steps between lit samples of the same chunk.
class SampleByteOrder {
 public:
  static constexpr std::uint64_t kFewestSteps = 1000;
  static constexpr std::uint64_t kMostSteps = 100'000;

  /// @param octets of whole samples
  void add(const wire::SampleLayout& layout, ConstBytes octets);
  bool is_little_endian() const noexcept;
  /// Coordinates jump as the dictionary has them, and do not if each sample has an octet more.
  bool has_an_octet_more() const noexcept;
  /// Lit lines cross the whole range, and do not if the coordinates count from 0.
  bool is_unsigned() const noexcept;
  /// Lit lines cross the whole range, where they leave it.
  bool overflows() const noexcept;
  /// All coordinates are those of a converter of 12 bits, from 0 on.
  bool is_of_12_bits() const noexcept;
  /// No colour reaches a hundredth of full scale.
  bool is_nearly_dark() const noexcept;
  /// There is an intensity, and it is 0 where colours are lit.
  bool has_no_intensity() const noexcept;

 private:
  /// One axis, in one of the orders.
  struct Axis {
    std::int32_t min = 0xFFFF;
    std::int32_t max = -0xFFFF;
    std::uint64_t path = 0;       ///< sum of all steps
    std::uint64_t crossings = 0;  ///< steps of nearly the whole range

    void add(std::int16_t from, std::int16_t to) noexcept;
    /// Mean step as a share of the range.
    double roughness(std::uint64_t steps) const noexcept;
  };
  struct Order {
    Axis x, y;
  };

  bool crosses() const noexcept;
  void add_longer(const wire::SampleLayout& layout, ConstBytes octets) noexcept;

  Order as_sent_;
  Order swapped_;
  Order from_zero_;  ///< with the highest bit inverted
  std::uint64_t steps_ = 0;
  // Of all samples, lit or not: of the size that the dictionary says, and an octet longer.
  std::uint64_t path_ = 0, longer_path_ = 0;
  std::uint64_t path_steps_ = 0, longer_steps_ = 0;
  std::uint16_t brightest_ = 0;
  std::uint16_t most_intense_ = 0;
  bool has_intensity_ = false;
};

}  // namespace idn::parser
