// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "idn_parser/measure/lateness_series.hpp"

namespace idn::parser {

/// Errors within one bucket of capture time.
struct ErrorCounts {
  std::int64_t lost = 0;   ///< lost numbers of the connection, counted at the arrival of the next one; without
                           ///< those that came late
  std::uint64_t late = 0;  ///< datagrams that came after a later one
  std::uint64_t outliers = 0;        ///< single timestamps that do not fit the time axis
  std::uint64_t dark_gaps = 0;       ///< gaps in media time without a loss
  std::chrono::microseconds dark{};  ///< total length of `dark_gaps`

  ErrorCounts& operator+=(const ErrorCounts& other) noexcept;
};

struct ErrorPoint {
  Duration begin{};  ///< since 1970
  ErrorCounts errors{};
};

/// Error counts over the time of the capture, in bounded memory: at most kMostPoints buckets of time that have
/// errors. When there are more, the width doubles. Threads: one owner.
class ErrorSeries {
 public:
  static constexpr std::size_t kMostPoints = 2048;

  void add(Duration arrival, const ErrorCounts& errors);
  /// `count` lost datagrams arrived late after all: subtracts them from the latest losses.
  void subtract_lost(std::int64_t count) noexcept;

  Duration width() const noexcept { return Duration(std::int64_t{1} << shift_); }
  std::vector<ErrorPoint> points() const;

 private:
  void widen();

  std::map<std::int64_t, ErrorCounts> points_;  ///< by arrival / width
  int shift_ = LatenessSeries::kFirstShift;
};

struct OverTimeFacts {
  Duration capture_begin{};  ///< its first packet, since 1970
  LatenessFacts lateness{};
  std::vector<ErrorPoint> errors{};
  Duration error_width{};  ///< capture time per point of `errors`
};

/// Lateness and errors of a stream over the time of the capture, for a figure. Threads: one owner.
class OverTime {
 public:
  /// A sample datagram with a timestamp, in the order of arrival. No duplicates.
  /// @param axis the time axis to which StreamMetrics assigned it
  /// @param lost lost numbers of the connection so far
  void add(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram, std::uint64_t lost);

  /// @param lost lost numbers of the connection at the end of the capture. It may be lower than in the last
  /// add(): datagrams may have arrived late after the last one of this stream.
  OverTimeFacts facts(double rate_error_ppm, Duration capture_begin, std::uint64_t lost) const;

 private:
  void count_errors(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram,
                    std::int64_t newly_lost);
  std::chrono::microseconds gap_before(const analysis::SampleDatagram& datagram) const noexcept;

  LatenessSeries lateness_;
  ErrorSeries errors_;
  std::optional<analysis::SampleDatagram> last_;  ///< the last one that was not late
  std::uint64_t axis_number_ = 0;                 ///< of the last datagram
  std::uint64_t lost_ = 0;
};

}  // namespace idn::parser
