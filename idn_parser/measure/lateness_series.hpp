// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"

namespace idn::parser {

/// The datagrams of one time axis that came within a stretch of the capture. Lateness is arrival - media time,
/// less the rate error of the stream and the mean of the axis.
struct LatenessPoint {
  Duration begin{};  ///< since 1970
  Duration min{};
  Duration max{};
  std::optional<Duration> mean{};  ///< of what came in order; nothing where all of it was late
};

/// A time axis of two datagrams and more.
struct LatenessCurve {
  analysis::AxisCause cause{};
  Duration begin{};  ///< first arrival, since 1970
  std::vector<LatenessPoint> points{};
};

struct LatenessFacts {
  Duration width{};  ///< of a point
  /// No `min` is less above the smallest lateness, and no `max` less below the largest, than this.
  Duration error{};
  double rate_error_ppm = 0;          ///< that was removed
  std::vector<LatenessCurve> axes{};  ///< in the order of arrival
  std::uint64_t hidden_axes = 0;      ///< behind the first kMostAxes
};

/// Arrival - media time of a stream over the capture, in one pass and bounded memory: at most kMostPoints
/// points, each a bucket of capture time. When there are more, neighbours merge and all become twice as wide.
///
/// The rate error that is removed in the end is not known while datagrams come, so that the smallest and the
/// largest of a bucket are those about a provisional line, whose slope is fitted anew with each widening. Of
/// both the datagram itself is kept, and its lateness about the final line is exact. It need not be the extreme
/// one about that line: with slopes p_1, p_2, ... p_n and the final p_(n+1), and w_i the media time that the
/// bucket spanned under p_i, another one may exceed it by at most the sum of |p_(i+1) - p_i| w_i. As widths
/// double while a fitted slope settles (it cannot move by more than the range of the lateness over the length
/// so far), each widening adds at most about 1 / kMostPoints of the range: less than a pixel of a figure.
/// LatenessFacts::error has the bound itself.
///
/// Some 110 octets per point. Adding takes some ten nanoseconds. Threads: one owner.
class LatenessSeries {
 public:
  static constexpr std::size_t kMostPoints = 2048;
  static constexpr std::size_t kMostAxes = 256;  ///< further ones are counted only
  static constexpr int kFirstShift = 20;         ///< 2^20 ns, about a millisecond: the width to begin with

  /// A sample datagram with a timestamp, in the order of arrival. One that came before the one before it, on
  /// the same axis, counts as come with it.
  /// @param axis where StreamMetrics put it
  void add(const analysis::AxisPlace& axis, const analysis::SampleDatagram& datagram);

  /// Of all until now.
  LatenessFacts facts(double rate_error_ppm) const;

 private:
  /// Nanoseconds since the first datagram of the axis: exact as double for 104 days.
  struct Reading {
    double residual = 0;  ///< lateness less the provisional slope times `media`
    double media = 0;
  };
  struct Bucket {
    std::int64_t key = 0;     ///< arrival / width
    std::uint64_t count = 0;  ///< in order
    double lateness_sum = 0;  ///< of these
    double media_sum = 0;     ///< of these
    double first_media = 0;
    double last_media = 0;
    Reading earliest{};
    Reading latest{};
    double error = 0;  ///< see above, in ns, so far

    void add(const Reading& reading, double lateness, bool is_in_order) noexcept;
    void merge(const Bucket& later) noexcept;
    void turn(double slope_change) noexcept;
    double error_with(double slope_change) const noexcept;
  };
  /// Of what came in order.
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
