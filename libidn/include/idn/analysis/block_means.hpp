// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace idn::analysis {

/// Means over blocks of consecutive points, in bounded memory: when all blocks are in use, neighbours are
/// merged, so the blocks still cover all points of the axes that are kept. Every point belongs to a time axis;
/// no block spans two axes.
/// Threads: one owner. Real-time: no heap, lock or log; adding takes constant time on average, and at worst a
/// pass over all blocks for each axis held.
class BlockMeans {
 public:
  static constexpr std::size_t kCapacity = 256;  ///< number of blocks; when all are in use, blocks are merged
  /// When all blocks are in use and there are more axes than this, those with the fewest points are dropped,
  /// since an axis with a single block shows no slope.
  static constexpr std::size_t kMostAxes = 16;

  /// The mean of consecutive points.
  struct Block {
    std::uint64_t count = 0;   ///< of points
    double x = 0;              ///< mean of x
    double y = 0;              ///< mean of y
    double least_x = 0;        ///< the smallest x of its points
    double most_x = 0;         ///< the largest x of its points
    bool begins_axis = false;  ///< the first block of an axis
  };

  /// The points added from now on are on a new axis.
  void begin_axis() noexcept { axis_begins_ = true; }
  /// Adds a point.
  /// @param x mostly ascending
  void add(double x, double y) noexcept;

  /// The blocks of all axes that are kept, in the order in which their points were added.
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
