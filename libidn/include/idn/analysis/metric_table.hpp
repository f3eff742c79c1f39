// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/export.hpp"
#include "idn/time.hpp"

/// The numbers that are reported of a stream, each described once: JSON, texts, limits, comparisons and merged
/// captures follow from this table.
namespace idn::analysis {

/// Percentiles of the absolute deviation of offsets from the expected ones, by the nearest-rank method: each is
/// a deviation that occurred. Nothing where the deviations do not suffice (suffices_for_percentile()).
struct DeviationPercentiles {
  std::optional<Micros> p50{};    ///< median of abs(deviation)
  std::optional<Micros> p99{};    ///< 99 % are at most this
  std::optional<Micros> p99_9{};  ///< 99.9 % are at most this
};

/// Keeps every deviation, 8 octets each, for the exact percentiles that a histogram cannot give. For files and
/// benchmarks; a receiver that runs for ever uses StreamMetrics alone.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT DeviationRecorder {
 public:
  /// Adds a deviation; may allocate.
  void add(Duration deviation) { deviations_.push_back(deviation); }

  /// In the order of add().
  const std::vector<Duration>& deviations() const noexcept { return deviations_; }

  /// Nothing without deviations. Works on a copy, so it needs as much memory again.
  std::optional<DeviationPercentiles> percentiles() const;

 private:
  std::vector<Duration> deviations_;
};

}  // namespace idn::analysis

namespace idn {

/// The member at the end of a path of members, some of them optional: null where one is empty. If `from` is not
/// const, empty ones are filled instead.
template <auto first, auto... rest, class From>
constexpr auto* member_at(From& from) {
  auto& part = from.*first;
  const auto next = [](auto& content) {
    if constexpr (sizeof...(rest) == 0)
      return &content;
    else
      return member_at<rest...>(content);
  };
  if constexpr (requires { part.emplace(); })
    if (!part) part.emplace();
  if constexpr (requires { part.has_value(); })
    return part ? next(*part) : nullptr;
  else
    return next(part);
}

/// That member as a number: durations of integer nanoseconds in seconds, others as they count.
template <class From, auto... path>
constexpr std::optional<double> number_at(const From& from) {
  const auto* const value = member_at<path...>(from);
  if (value == nullptr) return std::nullopt;
  if constexpr (std::is_same_v<decltype(value), const Duration* const>)
    return in_seconds(*value);
  else if constexpr (requires { value->count(); })
    return static_cast<double>(value->count());
  else
    return static_cast<double>(*value);
}

}  // namespace idn

namespace idn::analysis {

/// All that is known about the timing of a stream.
struct Timing {
  StreamSummary summary{};                           ///< of all its datagrams
  std::optional<DeviationPercentiles> deviations{};  ///< nothing where deviations are not kept
  std::optional<RateError> rate_error{};             ///< nothing if there are too few datagrams
  std::optional<double> samples_per_second{};        ///< nothing if some samples are unknown
};

/// How a number is written.
enum class MetricUnit : std::uint8_t {
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
  MetricUnit unit{};            ///< of Value::read
  Value value;                  ///< from the measurements
  std::string_view title;       ///< of its row in texts; empty: it has none
  std::string_view meaning;     ///< in one line
  std::string_view name = key;  ///< among all metrics: "start_delay_us", "average_offset_us"
  bool has_limit = true;        ///< whether limits and comparisons have it

  /// Its value; nothing if it cannot be determined.
  std::optional<double> read(const Timing& timing) const { return value.read(timing); }
  /// Whether its values are integers.
  constexpr bool is_whole() const noexcept { return unit == MetricUnit::Count; }
};

/// All metrics. Groups within groups of JSON: "left_out" is in "offsets", "deviations" belongs to "target".
IDN_EXPORT std::span<const Metric> metric_table() noexcept;

/// @param name Metric::name of one that exists
IDN_EXPORT const Metric& metric(std::string_view name) noexcept;

/// Several captures of a stream as one.
IDN_EXPORT StreamSummary merged(std::span<const StreamSummary* const> captures);

}  // namespace idn::analysis
