// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "idn/stream/lateness_histogram.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// What a LatencyGovernor aims at.
struct GovernorConfig {
  double underrun_probability = 1e-4;  ///< datagrams that are incomplete when due / due, 1e-6 to 0.1
  Duration start = std::chrono::milliseconds(40);  ///< the level until enough has been seen
  Duration shortest{0};                            ///< the level is never less
  Duration longest = std::chrono::seconds(1);      ///< and never more
};

/// The lateness that is exceeded with the underrun probability, with a 95 % interval. All in nanoseconds.
struct LatenessQuantile {
  double quantile = 0;            ///< that lateness
  double lower = 0;               ///< end of the interval
  double upper = 0;               ///< likewise
  double threshold = 0;           ///< the peaks over it were fitted
  double shape = 0;               ///< of the generalised Pareto distribution
  double scale = 0;               ///< of it; 0: there were too few peaks, or all were the same
  std::uint32_t seen = 0;         ///< datagrams that the estimate comes from; 0: there is none yet
  std::uint32_t exceedances = 0;  ///< of the threshold
  double clusters = 0;            ///< of them: a stall makes many datagrams late, but only once
};

/// How much has to wait in a buffer so that no more than a given share of datagrams is incomplete when due.
///
/// Lateness goes in, the level of the buffer comes out. The level is the quantile of the lateness, plus one
/// standard error of it: peaks over threshold, that is a generalised Pareto distribution fitted to the largest
/// ones by probability-weighted moments. Peaks that follow one another count as one cluster in the errors.
///
/// - It grows at once: where misses come closer together than the underrun probability lets expect, to what
///   they were late by. A change for the worse begins a new memory.
/// - It shrinks by half of what is too much in kHalfLife, or at once where it is dark.
/// - What it has learnt stays until kBlocks blocks of kBlock have passed with less than an eighth of the jitter
///   to be expected, where at least kEnoughClusters bursts of it were to be expected, or until there was none
///   for as long as brings twice as many. Jitter that is over is so forgotten within 40 s, a stall that comes
///   once a minute only after 24 min. Where it is then as it was before the jitter, what was learnt then counts
///   again.
/// - It is at most twice the largest lateness in memory: few peaks may be fitted by anything.
///
/// Memory is constant, about 11 KiB. Threads: one owner. Real-time: yes (no heap, lock, log).
class LatencyGovernor {
 public:
  static constexpr Duration kHalfLife = std::chrono::milliseconds(2500);  ///< of a level that is too high
  static constexpr Duration kBlock = std::chrono::seconds(10);            ///< of the recent past
  static constexpr std::size_t kBlocks = 3;                               ///< that are kept
  static constexpr double kEnoughClusters = 12;  ///< none of them: 6 in a million by chance
  static constexpr std::uint32_t kFewest = 500;  ///< datagrams without which there is no estimate

  /// With nothing seen as yet.
  explicit LatencyGovernor(const GovernorConfig& config) noexcept;

  /// How late the tick woke that sends the datagrams which follow: they are later by that.
  void on_tick(Duration lateness) noexcept {
    tick_lateness_ = std::clamp(lateness, Duration{0}, LatenessHistogram::kLongest);
  }
  /// One datagram. `now` never decreases.
  /// @param lateness how long after its place in media time it was complete; negative: it was early. Any origin
  ///   will do that stays the same: the level counts from there.
  void on_datagram(Duration lateness, TimePoint now) noexcept;
  /// The receiver reports that a datagram came `missed_by` after it was due, in spite of the level.
  void on_receiver_late(Duration missed_by, TimePoint now) noexcept;
  /// Nothing is shown just now, so that the level may shrink without anybody noticing.
  void on_dark() noexcept { level_ns_ = wanted_ns_; }

  /// How much has to wait.
  Duration level() const noexcept { return Duration(static_cast<Duration::rep>(level_ns_)); }
  /// What the level is drawn from.
  const LatenessQuantile& tail() const noexcept { return tail_; }

 private:
  struct Miss {
    std::uint64_t number = 0;
    double lateness_ns = 0;
  };

  /// What exceeds a threshold, in clusters; both counts are halved from time to time.
  struct Clusters {
    double peaks = 1;
    double clusters = 1;
    std::uint64_t last = 0;  ///< number of the datagram
    TimePoint began{};

    void note(std::uint64_t number, TimePoint now) noexcept;
    double size() const noexcept { return peaks / clusters; }
  };

  void learn(Duration lateness, TimePoint now) noexcept;
  void shrink(TimePoint now) noexcept;
  void note_miss(double lateness_ns) noexcept;
  void next_block(TimePoint now) noexcept;
  void discard_expired() noexcept;
  void notice_worse() noexcept;
  void keep_for_later() noexcept;
  void begin_memory(const LatenessHistogram& with) noexcept;
  void estimate() noexcept;
  void fit_peaks(std::size_t threshold) noexcept;
  std::size_t highest_with(double share) const noexcept;

  GovernorConfig config_;
  double level_ns_;
  double wanted_ns_;
  Duration tick_lateness_{0};
  TimePoint now_ = TimePoint::min();

  LatenessHistogram memory_;
  LatenessHistogram earlier_;  ///< of the time before it got worse
  std::size_t earlier_watched_from_ = 0;
  double earlier_share_ = 0;
  std::array<LatenessHistogram, kBlocks> blocks_{};
  std::size_t block_ = 0;
  std::size_t full_blocks_ = 0;  ///< since the memory began
  TimePoint block_began_{};
  std::uint32_t unestimated_ = 0;  ///< datagrams since the last estimate

  std::uint64_t number_ = 0;                             ///< of datagrams
  std::size_t threshold_ = LatenessHistogram::kBuckets;  ///< what is fitted is from this bucket on
  Clusters fitted_;
  /// A quarter of the quantile: what is beyond is jitter.
  std::size_t watched_from_ = LatenessHistogram::kBuckets;
  double watched_share_ = 0;  ///< of all datagrams in memory
  Clusters watched_;
  std::array<Miss, 4> misses_{};  ///< the latest ones, newest first
  std::size_t miss_count_ = 0;
  LatenessQuantile tail_;
};

}  // namespace idn::stream
