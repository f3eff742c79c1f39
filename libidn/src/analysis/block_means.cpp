// SPDX-License-Identifier: MIT
#include "idn/analysis/rate_error.hpp"

#include <algorithm>

namespace idn::analysis {
namespace {

using Block = BlockMeans::Block;

void join(Block& block, const Block& next) noexcept {
  block.count += next.count;
  const double share = static_cast<double>(next.count) / static_cast<double>(block.count);
  block.x += (next.x - block.x) * share;
  block.y += (next.y - block.y) * share;
  block.least_x = std::min(block.least_x, next.least_x);
  block.most_x = std::max(block.most_x, next.most_x);
}

}  // namespace

void BlockMeans::add(double x, double y) noexcept {
  const Block point{.count = 1, .x = x, .y = y, .least_x = x, .most_x = x, .begins_axis = axis_begins_};
  if (!axis_begins_ && blocks_[size_ - 1].count < points_per_block_) return join(blocks_[size_ - 1], point);
  if (size_ == kCapacity) make_room();
  blocks_[size_++] = point;
  axis_begins_ = false;
}

void BlockMeans::make_room() noexcept {
  while (size_ > kCapacity / 2)
    if (std::ranges::count(blocks(), true, &Block::begins_axis) > std::ptrdiff_t{kMostAxes})
      drop_shortest_axis();
    else
      merge_neighbours();
}

void BlockMeans::merge_neighbours() noexcept {
  points_per_block_ *= 2;
  std::size_t kept = 0;
  for (std::size_t i = 1; i < size_; ++i) {
    const Block& next = blocks_[i];
    if (!next.begins_axis && blocks_[kept].count + next.count <= points_per_block_)
      join(blocks_[kept], next);
    else
      blocks_[++kept] = next;
  }
  size_ = kept + 1;
}

/// Drops the axis with the fewest points, but never the last one, to which more points may be added.
void BlockMeans::drop_shortest_axis() noexcept {
  const auto end_of_axis = [this](std::size_t begin) {
    const auto rest = blocks().subspan(begin + 1);
    return begin + 1 +
           static_cast<std::size_t>(std::ranges::find(rest, true, &Block::begins_axis) - rest.begin());
  };
  std::size_t shortest_begin = 0, shortest_end = 0;
  std::uint64_t fewest = UINT64_MAX;
  for (std::size_t begin = 0, end = end_of_axis(0); end < size_; begin = end, end = end_of_axis(begin)) {
    std::uint64_t count = 0;
    for (const Block& block : blocks().subspan(begin, end - begin)) count += block.count;
    if (count >= fewest) continue;
    fewest = count;
    shortest_begin = begin;
    shortest_end = end;
  }
  std::copy(blocks_.begin() + static_cast<std::ptrdiff_t>(shortest_end),
            blocks_.begin() + static_cast<std::ptrdiff_t>(size_),
            blocks_.begin() + static_cast<std::ptrdiff_t>(shortest_begin));
  size_ -= shortest_end - shortest_begin;
}

}  // namespace idn::analysis
