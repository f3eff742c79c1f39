// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "idn/time.hpp"
#include "stream/playout/lateness_histogram.hpp"

namespace idn::stream {

/// Settings of a LatencyGovernor.
struct GovernorConfig {
  double underrun_probability = 1e-4;  ///< share of the datagrams that are incomplete when due, 1e-6 to 0.1
  Duration start = std::chrono::milliseconds(40);  ///< level until there is an estimate
  Duration shortest{0};                            ///< the level is never lower
  Duration longest = std::chrono::seconds(1);      ///< the level is never higher
};

/// The lateness that is exceeded with the underrun probability, with a 95 % interval. Times in nanoseconds.
struct LatenessQuantile {
  double quantile = 0;            ///< that lateness
  double lower = 0;               ///< lower end of the interval
  double upper = 0;               ///< upper end of the interval
  double threshold = 0;           ///< values from it on (peaks) were fitted
  double shape = 0;               ///< of the generalised Pareto distribution
  double scale = 0;               ///< of that distribution; 0: too few peaks, or all were the same
  std::uint32_t seen = 0;         ///< datagrams that the estimate comes from; 0: there is none yet
  std::uint32_t exceedances = 0;  ///< number of peaks
  double clusters = 0;            ///< clusters of peaks: the datagrams that one stall delays are one cluster
};

/// Adaptive jitter buffer control: computes how much must be queued so that at most a given share of the
/// datagrams is incomplete when due.
///
/// Its input is the lateness of each datagram, its output the level of the buffer. The level is the quantile of
/// the lateness plus its standard error, by the peaks-over-threshold method: a generalised Pareto distribution
/// is fitted to the largest values by probability-weighted moments. For the standard error, peaks that follow
/// one another count as one cluster.
///
/// - The level rises at once: if misses follow one another faster than the underrun probability explains, to
///   the largest lateness among them. When the lateness has become worse, a new memory begins.
/// - It falls with the half-life kHalfLife, or at once while nothing is shown.
/// - Jitter, here lateness above a quarter of the quantile, is forgotten after kBlocks blocks of kBlock with
///   less than an eighth of what is expected of it, if that is at least kEnoughClusters clusters; or when none
///   has come for a time in which twice as many clusters are expected. So jitter that has ended is forgotten
///   within 40 s, a stall that came once a minute only after 24 min. If the lateness is then as it was before
///   the jitter, the memory of that time is used again.
/// - The level is at most twice the largest lateness in memory, since a fit of few peaks may be far off.
///
/// Memory is constant, about 11 KiB. Threads: one owner. Real-time: yes (no heap, lock, log).
class LatencyGovernor {
 public:
  static constexpr Duration kHalfLife = std::chrono::milliseconds(2500);  ///< of a level that is too high
  static constexpr Duration kBlock = std::chrono::seconds(10);            ///< of the recent past
  static constexpr std::size_t kBlocks = 3;                               ///< that are kept
  /// If so many clusters are expected, none comes with a probability of 6 in a million.
  static constexpr double kEnoughClusters = 12;
  static constexpr std::uint32_t kFewest = 500;  ///< there is no estimate with fewer datagrams

  /// Begins with config.start as its level.
  explicit LatencyGovernor(const GovernorConfig& config) noexcept;

  /// Call for each datagram. `now` never decreases.
  /// @param lateness when it was complete, relative to its media time; negative: early. Its origin may be any
  ///   constant; the level is relative to the same.
  void on_datagram(Duration lateness, TimePoint now) noexcept;
  /// Call while nothing is shown: the level falls at once, since nobody can see the jump.
  void on_dark() noexcept { level_ns_ = wanted_ns_; }

  /// How much must be queued.
  Duration level() const noexcept { return Duration(static_cast<Duration::rep>(level_ns_)); }
  /// The estimate from which the level is computed.
  const LatenessQuantile& tail() const noexcept { return tail_; }

 private:
  struct Miss {
    std::uint64_t number = 0;
    double lateness_ns = 0;
  };

  /// Numbers of datagrams above a threshold and of clusters of them; both are halved from time to time.
  struct Clusters {
    double peaks = 1;
    double clusters = 1;
    std::uint64_t last = 0;  ///< number of the last datagram above the threshold
    TimePoint began{};       ///< when the last cluster began

    void note(std::uint64_t number, TimePoint now) noexcept;
    double size() const noexcept { return peaks / clusters; }
  };

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
  TimePoint now_ = (TimePoint::min)();

  LatenessHistogram memory_;
  LatenessHistogram earlier_;  ///< the memory of the time before the lateness became worse
  std::size_t earlier_watched_from_ = 0;
  double earlier_share_ = 0;
  std::array<LatenessHistogram, kBlocks> blocks_{};
  std::size_t block_ = 0;
  std::size_t full_blocks_ = 0;  ///< since the memory began
  TimePoint block_began_{};
  std::uint32_t datagrams_since_estimate_ = 0;

  std::uint64_t number_ = 0;                             ///< of datagrams
  std::size_t threshold_ = LatenessHistogram::kBuckets;  ///< first bucket of the peaks that are fitted
  Clusters fitted_;
  /// Bucket of a quarter of the quantile: lateness from there on is jitter.
  std::size_t watched_from_ = LatenessHistogram::kBuckets;
  double watched_share_ = 0;  ///< share of jitter among all datagrams in memory
  Clusters watched_;
  std::array<Miss, 4> misses_{};  ///< the latest ones, newest first
  std::size_t miss_count_ = 0;
  LatenessQuantile tail_;
};

}  // namespace idn::stream
