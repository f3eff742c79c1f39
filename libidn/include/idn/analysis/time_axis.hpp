// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "idn/export.hpp"
#include "idn/time.hpp"

namespace idn::analysis {

/// Compares when datagrams arrive with the media time they carry.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class IDN_EXPORT MediaClock {
 public:
  /// A media time further than this from the first one is ignored. Keeps hostile timestamps from overflowing
  /// nanoseconds.
  static constexpr std::chrono::microseconds kLongestSpan = std::chrono::hours(24 * 365 * 100);

  /// @param arrival since any epoch; all arrivals lie within 2^62 ns of each other
  /// @param media   unwrapped timestamp, |media| at most 2^62 us
  void add(Duration arrival, std::chrono::microseconds media) noexcept;

  /// J_ALT: half of (max - min) of (arrival - media time). An ideal clock that follows the stream is never
  /// further off than this.
  Micros long_term_jitter() const noexcept;

  /// The largest (arrival since the first) - (media since the first): the shortest initial delay with which no
  /// datagram would have been late. Never negative.
  Micros start_delay() const noexcept;

 private:
  struct Reading {
    Duration arrival;
    std::chrono::microseconds media;
  };

  std::optional<Reading> first_;
  Duration earliest_{};  ///< smallest and largest lateness against the first reading
  Duration latest_{};
};

/// Upper convex hull, incrementally by Andrew's monotone chain: gives the largest intercept y - s x of all
/// points for any slope s. Adding a point with a larger x than all before, as most have, is O(1) on average.
/// Keeps the corners only, some dozens for arrival times. Threads: one owner. Real-time: no (heap).
class IDN_EXPORT UpperHull {
 public:
  /// Adds a point.
  void add(double x, double y);
  /// The largest y - slope * x; 0 without points.
  double max_intercept(double slope) const noexcept;

 private:
  struct Corner {
    double x, y;
  };
  std::vector<Corner> corners_;  ///< by x
};

/// A leaky bucket of datagrams that drains at 1.1 times the rate of their timestamps, after the network
/// compatibility model of SMPTE ST 2110-21. Threads: one owner. Real-time: yes.
class LeakyBucket {
 public:
  /// A datagram arrives.
  /// @param expected its expected offset to the datagram before; not positive: nothing drains
  void add(Duration arrival, Micros expected) noexcept {
    constexpr double kDrain = 1.1;
    const Micros elapsed = (std::max)(arrival - last_, Duration{0});
    if (level_ > 0 && expected > Micros::zero())
      level_ = (std::max)(level_ - kDrain * (elapsed / expected), 0.0);
    most_ = (std::max)(most_, ++level_);
    last_ = arrival;
  }
  /// C_inst: the most datagrams that were in the bucket; not a whole number.
  double most() const noexcept { return most_; }

 private:
  double level_ = 0;
  double most_ = 0;
  Duration last_{};
};

/// TS-DF of EBU Tech 3337: the span of arrival minus timestamp in consecutive periods of 200 ms, the largest.
/// Threads: one owner. Real-time: yes.
class DelayFactor {
 public:
  /// Number of the period that begins at or before this time.
  static constexpr std::int64_t period_of(Duration elapsed) noexcept {
    return elapsed / std::chrono::milliseconds(200);
  }
  /// @param elapsed since the first arrival
  /// @param lateness arrival minus timestamp
  void add(Duration elapsed, Duration lateness) noexcept {
    if (const auto period = period_of(elapsed); std::exchange(period_, period) != period)
      least_ = most_ = lateness;
    least_ = (std::min)(least_, lateness);
    most_ = (std::max)(most_, lateness);
    largest_ = (std::max)(largest_, most_ - least_);
  }
  /// TS-DF so far; zero for one datagram in each period.
  Duration largest() const noexcept { return largest_; }

 private:
  std::int64_t period_ = -1;
  Duration least_{}, most_{}, largest_{};
};

/// A stretch of a stream on which arrivals and timestamps can be compared.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT TimeAxis {
 public:
  /// An axis that begins with this datagram, which is still to be passed to add().
  TimeAxis(Duration arrival, std::chrono::microseconds media) noexcept
      : first_arrival_(arrival),
        last_arrival_(arrival),
        first_media_(media),
        begin_media_(media),
        end_media_(media) {}

  /// Adds a sample datagram, which may be late.
  /// @param expected its expected offset to the datagram before; of a late one, the last
  void add(Duration arrival, std::chrono::microseconds media, std::chrono::microseconds duration,
           Duration expected);
  /// Adds an expected offset to the mean by which smallest_buffer() divides.
  void add_expected_offset(Duration expected) noexcept {
    expected_sum_ += expected;
    ++offset_count_;
  }
  /// Subtracts a pause from media_length(): media time that the timestamps skipped while nothing arrived.
  void pause(std::chrono::microseconds length) noexcept { paused_ += length; }

  /// Adds only the display time of a datagram, whose timestamp is wrong.
  void add_display(std::chrono::microseconds duration) noexcept { display_time_ += duration; }

  /// Datagrams passed to add().
  std::uint64_t datagrams() const noexcept { return datagrams_; }
  /// Arrival of the first datagram, since any epoch.
  Duration first_arrival() const noexcept { return first_arrival_; }
  /// First to last arrival.
  Duration length() const noexcept { return last_arrival_ - first_arrival_; }
  /// Media time from the first sample to the end of the last, without pauses.
  std::chrono::microseconds media_length() const noexcept { return end_media_ - begin_media_ - paused_; }

  /// Sum of the display times of all datagrams on this axis.
  std::chrono::microseconds display() const noexcept { return display_time_; }

  /// Long-term jitter, J_ALT of Ofner and Frank: half of (max - min) of (arrival - media time).
  Micros long_term_jitter() const noexcept { return clock_.long_term_jitter(); }
  /// The same with a drift removed.
  Micros long_term_jitter(double drift_ppm) const noexcept;
  /// The largest (arrival since the first) - (media since the first).
  Micros start_delay() const noexcept { return clock_.start_delay(); }
  /// b of Ofner and Frank: 2 J_ALT / mean expected offset, in packets. Nothing before an offset.
  std::optional<double> smallest_buffer() const noexcept;
  /// C_inst, see LeakyBucket.
  double most_at_once() const noexcept { return bucket_.most(); }
  /// TS-DF, see DelayFactor.
  Micros delay_factor() const noexcept { return delay_factor_.largest(); }

 private:
  Duration first_arrival_, last_arrival_;
  std::chrono::microseconds first_media_;              ///< timestamp of the first datagram to arrive
  std::chrono::microseconds begin_media_, end_media_;  ///< smallest timestamp; largest end of a datagram
  std::chrono::microseconds paused_{};
  std::chrono::microseconds display_time_{};
  std::uint64_t datagrams_ = 0;
  std::uint64_t offset_count_ = 0;
  Duration expected_sum_{};
  LeakyBucket bucket_;
  DelayFactor delay_factor_;
  MediaClock clock_;
  UpperHull lateness_hull_;   ///< lateness in us over media in s
  UpperHull earliness_hull_;  ///< the same, upside down
};

}  // namespace idn::analysis
