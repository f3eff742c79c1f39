// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/analysis/offset_histogram.hpp"

namespace idn::viewer {

/// Packet offsets, or the intervals of frames, as the bars of a chart that begins at 0.
struct OffsetBars {
  static constexpr std::size_t kMost = 60;  ///< bars that can be told apart on a screen

  struct Bar {
    std::uint64_t count = 0;
    bool is_on_target = false;
  };

  analysis::Micros width{100};  ///< of each: 100 us, or as much more as 2.5 times the expected offset asks for
  std::vector<Bar> bars;        ///< empty where there are no offsets; the first holds what is below 0 as well
  bool has_more = false;        ///< the last one holds offsets from beyond its right edge, too
  analysis::Micros expected{};

  std::uint64_t most() const noexcept;  ///< the count of the tallest
};

/// Of waves offsets of a millisecond or so, of frames such as 40 ms: both fill about half of the chart.
OffsetBars offset_bars(const analysis::OffsetHistogram& histogram, analysis::Micros expected);

}  // namespace idn::viewer
