// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "idn/analysis/media_clock.hpp"
#include "idn/analysis/micros.hpp"

namespace idn::analysis {

/// Upper convex hull, incrementally by Andrew's monotone chain: gives the largest intercept y - s x of all
/// points for any slope s. Points mostly come with growing x; then adding one is O(1) on average. Keeps the
/// corners only, some dozens for arrival times. Threads: one owner. Real-time: no (heap).
class UpperHull {
 public:
  /// One point.
  void add(double x, double y);
  /// The largest y - slope * x; 0 without points.
  double max_intercept(double slope) const noexcept;

 private:
  struct Corner {
    double x, y;
  };
  std::vector<Corner> corners_;  ///< by x
};

/// A stretch of a stream on which arrivals and timestamps can be compared.
/// Threads: one owner. Real-time: no (heap).
class TimeAxis {
 public:
  /// Begins with one datagram.
  TimeAxis(Duration arrival, std::chrono::microseconds media) noexcept
      : first_arrival_(arrival),
        last_arrival_(arrival),
        first_media_(media),
        begin_media_(media),
        end_media_(media) {}

  /// A sample datagram, which may be late.
  void add(Duration arrival, std::chrono::microseconds media, std::chrono::microseconds duration);
  /// An offset within the axis was expected to be `expected`.
  void expect(Duration expected) noexcept {
    expected_sum_ += expected;
    ++offset_count_;
  }
  /// Media time that the sender left out on purpose, as the arrivals did.
  void pause(std::chrono::microseconds length) noexcept { paused_ += length; }

  /// Of a datagram whose timestamp is of no use.
  void add_display(std::chrono::microseconds duration) noexcept { display_time_ += duration; }

  /// On this axis.
  std::uint64_t datagrams() const noexcept { return datagrams_; }
  /// Since any epoch.
  Duration first_arrival() const noexcept { return first_arrival_; }
  /// First to last arrival.
  Duration length() const noexcept { return last_arrival_ - first_arrival_; }
  /// From the first sample to the last, pauses left out.
  std::chrono::microseconds media_length() const noexcept { return end_media_ - begin_media_ - paused_; }

  /// Of all datagrams on this axis.
  std::chrono::microseconds display() const noexcept { return display_time_; }

  /// J_ALT: half of (max - min) of (arrival - media time).
  Micros long_term_jitter() const noexcept { return clock_.long_term_jitter(); }
  /// The same with a drift removed.
  Micros long_term_jitter(double drift_ppm) const noexcept;
  /// The largest (arrival since the first) - (media since the first).
  Micros start_delay() const noexcept { return clock_.start_delay(); }
  /// 2 J_ALT / mean expected offset, in packets. Nothing before an offset.
  std::optional<double> smallest_buffer() const noexcept;

 private:
  Duration first_arrival_, last_arrival_;
  std::chrono::microseconds first_media_;              ///< of the first to arrive
  std::chrono::microseconds begin_media_, end_media_;  ///< the smallest, and the end of the last
  std::chrono::microseconds paused_{};
  std::chrono::microseconds display_time_{};
  std::uint64_t datagrams_ = 0;
  std::uint64_t offset_count_ = 0;
  Duration expected_sum_{};
  MediaClock clock_;
  UpperHull lateness_hull_;   ///< lateness in us over media in s
  UpperHull earliness_hull_;  ///< the same, upside down
};

}  // namespace idn::analysis
