// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace idn::analysis {

/// Means of blocks of adjacent points, in bounded memory: when there are too many blocks, neighbours are
/// merged, so that all together keep covering everything that came. Points come in axes; no block spans two of
/// them.
/// Threads: one owner. Real-time: no heap, lock or log; adding takes constant time on average, and at worst a
/// pass over all blocks per axis held.
class BlockMeans {
 public:
  static constexpr std::size_t kCapacity = 256;  ///< blocks; two become one where more would be needed
  /// Of more axes, those with the fewest points are left out: an axis is of use only with several blocks.
  static constexpr std::size_t kMostAxes = 16;

  /// The mean of points that follow each other.
  struct Block {
    std::uint64_t count = 0;   ///< of points
    double x = 0;              ///< mean
    double y = 0;              ///< mean of y
    double least_x = 0;        ///< the smallest x of its points
    double most_x = 0;         ///< the largest x of its points
    bool begins_axis = false;  ///< the first block of an axis
  };

  /// Points that follow are on a new axis.
  void begin_axis() noexcept { axis_begins_ = true; }
  /// @param x about rising
  void add(double x, double y) noexcept;

  /// In the order they came.
  std::span<const Block> blocks() const noexcept { return std::span(blocks_).first(size_); }

 private:
  void make_room() noexcept;
  void merge_neighbours() noexcept;
  void drop_shortest_axis() noexcept;

  std::array<Block, kCapacity> blocks_{};
  std::size_t size_ = 0;
  std::uint64_t points_per_block_ = 1;
  bool axis_begins_ = true;
};

}  // namespace idn::analysis
