// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "idn/analysis/metric_table.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::bench {

/// How evenly one stream arrived; the quantities of docs/glossary.md.
struct PacingFigures {
  std::uint64_t datagrams = 0;
  Micros expected{};
  Micros average{};
  analysis::DeviationPercentiles deviation{};  ///< of abs(offset - expected)
  Micros peak{};                               ///< largest abs(offset - expected)
  double within_10us = 0;                      ///< share of the offsets at most 10 us from the expected one
  double on_target = 0;                        ///< share on target
};

/// Nothing before two datagrams, or without display time.
std::optional<PacingFigures> measure(std::span<const analysis::SampleDatagram> datagrams);

/// Those that arrived in [from, until); they have to be in the order of arrival.
std::span<const analysis::SampleDatagram> between(std::span<const analysis::SampleDatagram> datagrams,
                                                  Duration from, Duration until);

}  // namespace idn::bench
