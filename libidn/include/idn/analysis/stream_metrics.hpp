// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "idn/analysis/offset_histogram.hpp"
#include "idn/analysis/rate_error.hpp"
#include "idn/analysis/time_axis.hpp"
#include "idn/arrival_order.hpp"
#include "idn/export.hpp"
#include "idn/statistics.hpp"
#include "idn/time.hpp"

/// The timing of one stream (one connection, one channel) while it arrives.
namespace idn::analysis {

/// Why a time axis begins.
enum class AxisCause : std::uint8_t {
  Start,         ///< of the stream
  Closed,        ///< session or channel was closed and opened again
  Restart,       ///< the sender restarted
  CaptureClock,  ///< the clock that stamps arrivals was set, or another one took over
  Step,          ///< the timestamps jump, see StreamMetrics::kLongestStep
};

/// "start", "closed", "restart", "capture clock", "step".
IDN_EXPORT std::string_view to_string(AxisCause cause) noexcept;

/// A datagram that carries samples; of a frame in fragments, its first one.
struct IDN_EXPORT SampleDatagram {
  Duration arrival{};  ///< since any epoch
  /// Unwrapped timestamp of the message; without it the datagram gives no timing.
  std::optional<std::chrono::microseconds> media{};
  std::chrono::microseconds duration{};  ///< display time; of a frame, one pass over its points
  std::uint64_t samples = 0;             ///< of the whole frame, or of the chunk
  bool is_frame = false;                 ///< frames: the expected offset is the difference of timestamps
  /// Relative to the sample datagram of the stream before it: Late, AfterLoss (numbers are missing between
  /// them), else InOrder.
  ArrivalOrder order = ArrivalOrder::InOrder;
  /// Whether it shares its packet, thus its arrival, with a datagram before it: offload merged them in a
  /// capture.
  bool is_merged = false;
  bool is_dark = false;  ///< of a wave: no sample is lit; false where the samples are unknown
  std::chrono::microseconds dark_before{};  ///< of a wave: display time before its first lit sample
  std::optional<AxisCause> begins_axis{};   ///< set if it is the first of a time axis: why

  /// Media time from the end of `before` to this datagram of the same wave; negative: timestamps repeat some.
  /// Zero for frames, which are shown until the next one, and for what timestamps leave to rounding.
  std::chrono::microseconds gap_since(const SampleDatagram& before) const noexcept;
};

/// Inter-arrival time of two sample datagrams that came one after the other (docs/glossary.md).
struct PacketOffset {
  Duration length{};  ///< between both arrivals
  /// How long the earlier one is displayed; of frames, the step of the timestamps.
  Duration expected{};
  /// length - expected. If the timestamps of a wave step by more or less than its display time, that difference
  /// where it is larger.
  Duration deviation{};
};

/// Statistics of packet offsets.
struct OffsetSummary {
  std::uint64_t count = 0;  ///< of offsets
  Micros average{};         ///< mean
  Micros min{};             ///< the shortest
  Micros max{};             ///< the longest
};

/// Offsets that are not evaluated, since they do not show the timing of the sender, by cause.
struct ExcludedOffsets {
  std::uint64_t loss = 0;     ///< numbers are missing between both
  std::uint64_t axis = 0;     ///< the later one begins a time axis
  std::uint64_t pause = 0;    ///< the sender paused, see Pause
  std::uint64_t offload = 0;  ///< both came in one captured packet

  /// Of every cause.
  std::uint64_t all() const noexcept { return loss + axis + pause + offload; }
};

/// How the offsets compare with the expected ones.
struct TargetSummary {
  std::uint64_t count = 0;  ///< of offsets with an expected one
  /// 0..1: deviations in [-kOnTarget, kOnTarget) among all offsets, late datagrams, dark datagrams and jumps.
  double on_target_share = 0;
  Micros peak_period_jitter{};       ///< J_p: the largest abs(deviation)
  std::uint64_t dark_datagrams = 0;  ///< that would have fitted into the gaps in media time behind lit samples
};

/// Results of comparing arrivals with timestamps; each but the rate error is the largest of all axes.
struct ClockSummary {
  Micros long_term_jitter{};                ///< J_ALT
  Micros long_term_jitter_without_drift{};  ///< the same, with the drift of rate_error_ppm removed
  Micros start_delay{};                     ///< initial delay with which no datagram would have been too late
  std::optional<double> smallest_buffer{};  ///< b, in packets; nothing without display time
  std::optional<std::uint64_t> whole_buffer{};  ///< b rounded up: the buffer that can be built
  double c_inst = 0;                            ///< see LeakyBucket
  Micros ts_df{};                               ///< see DelayFactor
  std::optional<double> rate_error_ppm{};       ///< slope of arrival over media time, minus one; positive: slow
  /// 3 J_ALT / length of the longest axis: a delay that varies by 2 J_ALT tilts evenly spaced arrivals by no
  /// more.
  std::optional<double> rate_error_bound_ppm{};
};

/// All measurements of a stream.
struct StreamSummary {
  std::uint64_t datagrams = 0;             ///< with samples; duplicates do not count
  std::uint64_t samples = 0;               ///< of all datagrams
  std::uint64_t late = 0;                  ///< datagrams that were late
  std::uint64_t outliers = 0;              ///< single timestamps off the axis
  std::uint64_t jumps = 0;                 ///< of the timestamps: time axes that begin by AxisCause::Step
  std::uint64_t axes = 0;                  ///< time axes of at least two datagrams
  Duration measured{};                     ///< summed length of the axes
  std::chrono::microseconds display{};     ///< display time carried by all datagrams
  std::optional<double> fill{};            ///< display time / media time, from 0 on; nothing for frames
  Micros expected{};                       ///< mean of the expected offsets
  ExcludedOffsets excluded{};              ///< offsets that were left out, by cause
  std::chrono::microseconds paused{};      ///< sum of all pauses
  std::optional<OffsetSummary> offsets{};  ///< nothing before the first offset
  std::optional<TargetSummary> target{};   ///< nothing before the first offset with a display time
  std::optional<ClockSummary> clock{};     ///< nothing before the second datagram of an axis
};

/// The timestamps of a wave skip media time behind a datagram without a lit sample, and the arrivals agree.
struct Pause {
  Duration at{};                       ///< arrival of the datagram after it
  std::chrono::microseconds length{};  ///< the media time that is skipped
};

/// A time axis.
struct AxisSummary {
  Duration begin{};             ///< first arrival
  AxisCause cause{};            ///< why it began
  Duration length{};            ///< first to last arrival
  std::uint64_t datagrams = 0;  ///< on this axis
};

/// The time axis that a datagram belongs to. A single wrong timestamp gets an axis number of its own; the
/// datagram after it is on the previous axis again, with its smaller number.
struct AxisPlace {
  std::uint64_t number = 0;  ///< from 1; 0 before the first timestamp
  AxisCause cause{};         ///< why the axis began
};

/// Computes all measurements of a stream that need no list of all arrivals (docs/glossary.md defines them).
/// O(1) work per datagram; memory grows with the number of time axes and is bounded: drift is removed from the
/// first kAxesKept axes by the final rate error, from later ones by the rate error known when they end.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT StreamMetrics {
 public:
  /// A time axis begins where the timestamps jump by more than this against the display time carried (frames:
  /// against their last step), and the arrivals step by that much more or less. A silence of the arrivals alone
  /// begins none, however long.
  static constexpr std::chrono::milliseconds kLongestStep{500};
  /// Deviations in [-kOnTarget, kOnTarget) are on target.
  static constexpr std::chrono::microseconds kOnTarget{100};
  static constexpr std::chrono::microseconds kRounding{2};  ///< of timestamps, which are whole microseconds
  static constexpr std::size_t kAxesKept = 64;              ///< of later axes only sums are kept

  /// Adds a datagram, in order of arrival. No duplicates.
  /// @return the offset to the datagram before, where both can be compared
  std::optional<PacketOffset> add(const SampleDatagram& datagram);
  /// Adds samples of a further fragment of a frame.
  void add_samples(std::uint64_t count) noexcept { samples_ += count; }

  /// The time axis of the last datagram that had a timestamp.
  AxisPlace axis() const noexcept { return axis_ ? axis_->place : AxisPlace{}; }

  /// The measurements of all datagrams that were added so far.
  StreamSummary summary() const;
  /// The rate error with its 95 % interval, whose computation takes about a millisecond. Nothing where there is
  /// too little data.
  std::optional<RateError> rate_error() const noexcept { return rate_.result(); }
  /// Histogram of the packet offsets.
  const OffsetHistogram& histogram() const noexcept { return offsets_; }
  /// Histogram of the deviations.
  const OffsetHistogram& deviations() const noexcept { return deviations_; }
  /// The axes that have ended and the current one; without axes of a single datagram.
  BoundedEventLog<AxisSummary> axes() const;
  /// The first ones, and how many there were.
  const BoundedEventLog<Pause>& pauses() const noexcept { return pauses_; }

 private:
  struct Axis {
    TimeAxis times;
    AxisPlace place{};
    SampleDatagram last;                              ///< the last one that was not late
    std::optional<std::chrono::microseconds> step{};  ///< of the timestamps of the last two frames
    bool is_confirmed = false;  ///< by a second datagram: until then its first timestamp may be wrong

    void add(const SampleDatagram& datagram);
    bool continues_with(const SampleDatagram& datagram) const noexcept;
  };
  /// Sums over axes.
  struct Ended {
    Duration length{};
    std::chrono::microseconds media{};
    std::chrono::microseconds display{};
    Duration longest{};  ///< length of an axis
    ClockSummary clock{};

    void add(const TimeAxis& axis, double drift_ppm) noexcept;
  };

  std::optional<PacketOffset> follow(const SampleDatagram& datagram);
  void begin_axis(const SampleDatagram& datagram, AxisCause cause);
  void end_axes();
  void end_axis(const Axis& axis);
  std::optional<PacketOffset> measure(const SampleDatagram& before, const SampleDatagram& datagram);
  void count(const PacketOffset& offset, std::chrono::microseconds dark);
  void add_axes(StreamSummary& summary) const;
  void confirm_axis();
  void extend_axis(const SampleDatagram& datagram);
  static AxisSummary facts_of(const Axis& axis);
  template <class Visit>
  void for_each_running(Visit visit) const;

  std::uint64_t datagrams_ = 0;
  std::uint64_t samples_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t outliers_ = 0;
  std::uint64_t jumps_ = 0;
  std::chrono::microseconds display_{};
  bool has_frames_ = false;

  std::optional<Axis> axis_;     ///< the current one
  std::optional<Axis> former_;   ///< the one before a step: continued if only one timestamp was wrong
  std::vector<TimeAxis> ended_;  ///< the first kAxesKept
  Ended later_;                  ///< sums over all axes that ended later
  std::uint64_t begun_count_ = 0;
  std::uint64_t ended_count_ = 0;
  BoundedEventLog<AxisSummary> ended_facts_;

  ExcludedOffsets excluded_;
  std::uint64_t offset_count_ = 0;
  Duration offset_sum_{};
  Duration min_offset_ = (Duration::max)();
  Duration max_offset_ = (Duration::min)();
  std::uint64_t judged_ = 0;
  std::uint64_t on_target_ = 0;
  std::uint64_t dark_ = 0;
  Duration expected_sum_{};
  Duration peak_{};
  OffsetHistogram offsets_;
  OffsetHistogram deviations_;
  RateErrorEstimator rate_;
  BoundedEventLog<Pause> pauses_;
  std::chrono::microseconds paused_{};
};

}  // namespace idn::analysis
