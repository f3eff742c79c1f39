// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "idn/analysis/media_clock.hpp"
#include "idn/analysis/offset_histogram.hpp"
#include "idn/analysis/units.hpp"

/// The timing of one stream (one source address, port and client group, one channel) while it arrives.
namespace idn::analysis {

/// A datagram that carries samples.
struct SampleDatagram {
  Duration arrival{};  ///< since any epoch
  /// Unwrapped timestamp of the message. Nothing for a sequel fragment, which has no clock information
  /// (section 2.3).
  std::optional<std::chrono::microseconds> media{};
  /// Display time: the chunk duration. Zero for a sequel fragment, as the first one carries it for the whole
  /// frame.
  std::chrono::microseconds duration{};
  std::uint64_t samples = 0;
};

/// What the distances between adjacent arrivals say.
struct OffsetSummary {
  Micros average{};
  Micros min{};
  Micros max{};
};

/// How the offsets compare with the expected one.
struct TargetSummary {
  double on_target_share = 0;   ///< 0..1, see target_window()
  double rate_error_ppm = 0;    ///< positive: the sender is too slow
  Micros peak_period_jitter{};  ///< J_p: the largest abs(expected - offset)
};

/// @param expected above zero
/// @param histogram of the offsets, which are not none
TargetSummary compare_with(Micros expected, const OffsetSummary& offsets, const OffsetHistogram& histogram);

/// What the timestamps say.
struct ClockSummary {
  Micros long_term_jitter{};                ///< J_ALT
  Micros start_delay{};                     ///< that would have avoided every dark gap
  std::optional<double> smallest_buffer{};  ///< b = 2 J_ALT / expected, in packets; not without display time
  std::optional<double> drift_ppm{};  ///< positive: the sender's clock is slower than that of the arrivals
};

struct StreamSummary {
  std::uint64_t datagrams = 0;
  std::uint64_t samples = 0;
  Duration measured{};                     ///< from the first to the last arrival: the sum of all offsets
  std::chrono::microseconds display{};     ///< display time carried by all datagrams
  Micros expected{};                       ///< expected offset: mean display time per datagram
  std::optional<OffsetSummary> offsets{};  ///< nothing before two datagrams
  std::optional<TargetSummary> target{};   ///< nothing before two datagrams or without display time
  std::optional<ClockSummary> clock{};     ///< nothing before the first timestamp
};

/// Collects every number of a stream that needs no list of all arrivals. O(1) memory apart from the bounded
/// histogram, O(1) work per datagram, any order of arrival times; so it serves a live receiver and a capture
/// file alike. Threads: one owner.
class StreamMetrics {
 public:
  /// @return the offset to the previous datagram, nothing for the first one. Negative when datagrams arrive
  ///         out of order.
  std::optional<Duration> add(const SampleDatagram& datagram);

  StreamSummary summary() const;
  const OffsetHistogram& histogram() const noexcept { return histogram_; }

 private:
  Micros expected_offset() const noexcept;
  OffsetSummary offset_summary() const noexcept;
  ClockSummary clock_summary() const;

  std::uint64_t datagrams_ = 0;
  std::uint64_t samples_ = 0;
  std::chrono::microseconds display_{};
  Duration first_arrival_{};
  Duration last_arrival_{};
  Duration min_offset_ = Duration::max();
  Duration max_offset_ = Duration::min();
  OffsetHistogram histogram_;
  MediaClock clock_;
};

}  // namespace idn::analysis
