// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "idn/analysis/deviation_recorder.hpp"
#include "idn/analysis/stream_metrics.hpp"

/// The numbers that are reported of a stream, each described once: JSON, texts, limits, comparisons and merged
/// captures follow from this table.
namespace idn::analysis {

/// All that is known about the timing of a stream.
struct Timing {
  StreamSummary summary{};                           ///< of all its datagrams
  std::optional<DeviationPercentiles> deviations{};  ///< nothing where deviations are not kept
  std::optional<RateError> rate_error{};             ///< nothing if there are too few datagrams
  std::optional<double> samples_per_second{};        ///< nothing if some samples are unknown
};

/// How a number is written.
enum class Unit : std::uint8_t {
  Count,    ///< as an integer
  Time,     ///< in us
  Seconds,  ///< with fractions
  Ppm,      ///< parts per million, with sign
  Packets,  ///< with fractions
  Share,    ///< 0 to 1, as percent: 100 % only if nothing is missing
  Ratio,    ///< of two other numbers, of any size
};

/// How the values of several captures of a stream become one.
enum class Merge : std::uint8_t {
  Apart,     ///< not at all
  Sum,       ///< of all captures
  Smallest,  ///< of all captures
  Largest,   ///< of all captures
  Mean,      ///< weighted by offsets
};

/// A row of the table.
struct Metric {
  /// How it is read and merged.
  struct Value {
    std::optional<double> (*read)(const Timing&) = nullptr;  ///< nothing if it cannot be determined
    Merge rule = Merge::Apart;                               ///< of `merge`
    /// Sets it in `all`, where it has no value yet. Null if captures stay apart.
    void (*merge)(std::span<const StreamSummary* const> captures, StreamSummary& all) = nullptr;
  };

  std::string_view group;       ///< its object in JSON, as "clock"; in that of the stream: empty
  std::string_view key;         ///< its name there
  Unit unit{};                  ///< of Value::read
  Value value;                  ///< from the measurements
  std::string_view title;       ///< of its row in texts; empty: it has none
  std::string_view meaning;     ///< in one line
  std::string_view name = key;  ///< among all metrics: "start_delay_us", "average_offset_us"
  bool has_limit = true;        ///< whether limits and comparisons have it

  /// Its value; nothing if it cannot be determined.
  std::optional<double> read(const Timing& timing) const { return value.read(timing); }
  /// Whether its values are integers.
  constexpr bool is_whole() const noexcept { return unit == Unit::Count; }
};

/// All metrics. Groups within groups of JSON: "left_out" is in "offsets", "deviations" belongs to "target".
std::span<const Metric> metric_table() noexcept;

/// @param name Metric::name of one that exists
const Metric& metric(std::string_view name) noexcept;

/// Several captures of a stream as one.
StreamSummary merged(std::span<const StreamSummary* const> captures);

}  // namespace idn::analysis
