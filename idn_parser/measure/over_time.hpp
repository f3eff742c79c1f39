// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "idn_parser/measure/lateness_series.hpp"

namespace idn::parser {

/// What went wrong within a stretch of the capture.
struct ErrorCounts {
  std::int64_t lost = 0;       ///< numbers of the connection, where the next one came; not those that came late
  std::uint64_t late = 0;      ///< datagrams that came after a later one
  std::uint64_t outliers = 0;  ///< single timestamps off the axis
  std::uint64_t dark_gaps = 0;       ///< gaps in media time that no loss explains
  std::chrono::microseconds dark{};  ///< their length

  ErrorCounts& operator+=(const ErrorCounts& other) noexcept;
};

struct ErrorPoint {
  Duration begin{};  ///< since 1970
  ErrorCounts errors{};
};

/// Counts over the time of the capture, in bounded memory: at most kMostPoints points at which something
/// happened, each a bucket of time. When there are more, all become twice as wide. Threads: one owner.
class ErrorSeries {
 public:
  static constexpr std::size_t kMostPoints = 2048;

  void add(Duration arrival, const ErrorCounts& errors);
  /// Of what was lost, `count` came in the end: it was the last that was.
  void take_back_lost(std::int64_t count) noexcept;

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
  Duration error_width{};  ///< of a point
};

/// How a stream went over the time of the capture, for a figure. Threads: one owner.
class OverTime {
 public:
  /// A sample datagram with a timestamp, in the order of arrival. No duplicates.
  /// @param axis where StreamMetrics put it
  /// @param lost numbers of the connection until then
  void add(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram, std::uint64_t lost);

  /// @param lost numbers of the connection, now that no more will come: what came late after the last datagram
  /// of this stream is not lost
  OverTimeFacts facts(double rate_error_ppm, Duration capture_begin, std::uint64_t lost) const;

 private:
  void count_errors(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram,
                    std::int64_t newly_lost);
  std::chrono::microseconds gap_before(const analysis::SampleDatagram& datagram) const noexcept;

  LatenessSeries lateness_;
  ErrorSeries errors_;
  std::optional<analysis::SampleDatagram> last_;  ///< in order
  std::uint64_t axis_number_ = 0;                 ///< of the last one
  std::uint64_t lost_ = 0;
};

}  // namespace idn::parser
