// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/analysis/offset_histogram.hpp"

namespace idn::viewer {

/// Packet offsets, or intervals between frames, as the bars of a histogram that starts at 0.
struct OffsetBars {
  static constexpr std::size_t kMost = 60;  ///< bars that can be distinguished on a screen

  struct Bar {
    std::uint64_t count = 0;
    bool is_on_target = false;
  };

  Micros width{100};      ///< of each bar: 100 us times 1, 2, 5, 10 ..., so that kMost bars reach 2.5
                          ///< times the expected offset
  std::vector<Bar> bars;  ///< empty if there are no offsets; the first includes those below 0
  bool has_more = false;  ///< the last bar includes offsets beyond its right edge
  Micros expected{};

  std::uint64_t most() const noexcept;  ///< the count of the tallest
};

/// Chooses the width of the bars so that kMost of them reach 2.5 times the expected offset, which is typically
/// 1 ms for waves and 40 ms for frames. There are more than needed for that only if larger offsets were
/// measured.
OffsetBars offset_bars(const analysis::OffsetHistogram& histogram, Micros expected);

}  // namespace idn::viewer
