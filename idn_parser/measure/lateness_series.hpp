// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"

namespace idn::parser {

/// The datagrams of one time axis within one bucket of capture time. Lateness is arrival - media time, minus
/// the drift (rate error of the stream times media time), minus the mean of the axis.
struct LatenessPoint {
  Duration begin{};  ///< since 1970
  Duration min{};
  Duration max{};
  std::optional<Duration> mean{};  ///< of the datagrams in order; empty if all were late
};

/// The lateness on one time axis of at least two datagrams.
struct LatenessCurve {
  analysis::AxisCause cause{};  ///< why the axis began
  Duration begin{};             ///< first arrival, since 1970
  std::vector<LatenessPoint> points{};
};

struct LatenessFacts {
  Duration width{};  ///< capture time per point
  /// Upper bound of the error of every `min` and `max`: the true extremes exceed them by at most this.
  Duration error{};
  double rate_error_ppm = 0;          ///< the rate error whose drift was subtracted
  std::vector<LatenessCurve> axes{};  ///< in the order of arrival
  std::uint64_t hidden_axes = 0;      ///< axes after the first kMostAxes, which have no curve
};

/// Arrival - media time of a stream over the capture, in one pass and bounded memory: at most kMostPoints
/// buckets of capture time. When there are more, adjacent buckets are merged and the width doubles.
///
/// The final rate error is not known while datagrams are added. So the minimum and maximum of a bucket are
/// relative to a line with a provisional slope, which is fitted again (least squares) each time the buckets
/// widen. The two extreme datagrams are stored, so their lateness relative to the final line is exact, but
/// another datagram may be the extreme one by then. With slopes p_1, p_2, ... p_n, the final p_(n+1), and w_i
/// the media time that the bucket spanned under p_i, it exceeds the stored one by at most the sum of |p_(i+1) -
/// p_i| w_i. Widths double while the fitted slope converges (it changes by at most the range of the lateness
/// divided by the length so far), so each widening adds about 1 / kMostPoints of the range at most: less than a
/// pixel of a figure. LatenessFacts::error is this bound.
///
/// Memory: about 110 octets per bucket. add() takes about ten nanoseconds. Threads: one owner.
class LatenessSeries {
 public:
  static constexpr std::size_t kMostPoints = 2048;
  static constexpr std::size_t kMostAxes = 256;  ///< further ones are counted only
  static constexpr int kFirstShift = 20;         ///< initial width: 2^20 ns, about a millisecond

  /// A sample datagram with a timestamp, in the order of the capture. If its arrival is earlier than that of
  /// the datagram before, on the same axis, it goes into the same bucket.
  /// @param axis the time axis to which StreamMetrics assigned it
  void add(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram);

  /// The curves of all datagrams added so far. @param rate_error_ppm the drift to subtract
  LatenessFacts facts(double rate_error_ppm) const;

 private:
  /// Nanoseconds since the first datagram of the axis: exact as double for 104 days.
  struct Reading {
    double residual = 0;  ///< lateness minus the provisional slope times `media`
    double media = 0;
  };
  struct Bucket {
    std::int64_t key = 0;     ///< arrival / width
    std::uint64_t count = 0;  ///< datagrams in order
    double lateness_sum = 0;  ///< of datagrams in order
    double media_sum = 0;     ///< of datagrams in order
    double first_media = 0;
    double last_media = 0;
    Reading earliest{};
    Reading latest{};
    double error = 0;  ///< error bound so far (see the class), ns

    void add(const Reading& reading, double lateness, bool is_in_order) noexcept;
    void merge(const Bucket& later) noexcept;
    void change_slope(double slope_change) noexcept;
    double error_with(double slope_change) const noexcept;
  };
  /// Means over the datagrams in order.
  struct Means {
    double media = 0;
    double lateness = 0;
  };
  struct Axis {
    analysis::AxisPlace place;
    Duration first_arrival{};
    std::chrono::microseconds first_media{};
    std::uint64_t datagrams = 0;
    std::vector<Bucket> buckets{};
  };

  void change_axis(const analysis::AxisPlace& place, const analysis::SampleDatagram& first);
  void drop_axis(std::size_t index);
  bool needs_bucket(Duration arrival) const noexcept;
  void add_bucket(Duration arrival, const Reading& reading);
  void widen();
  double fitted_slope() const noexcept;
  static std::size_t merge_neighbours(std::vector<Bucket>& buckets);
  static Means means_of(std::span<const Bucket> buckets) noexcept;
  LatenessCurve curve_of(const Axis& axis, double slope) const;

  std::vector<Axis> axes_;
  std::uint64_t axis_number_ = 0;  ///< of the last datagram
  std::size_t points_ = 0;         ///< of all axes
  int shift_ = kFirstShift;        ///< the width is 2^shift_ ns
  double slope_ = 0;               ///< of the provisional line: lateness over media time
  std::uint64_t hidden_axes_ = 0;
};

}  // namespace idn::parser
