// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "idn/analysis/rate_error.hpp"
#include "idn/export.hpp"
#include "idn/time.hpp"

/// Synchronises a sender to the clock of its receiver: a frequency-locked loop with a slow phase correction. A
/// receiver with a fixed buffer plays by its own clock, so a sender that paces by another one drains or fills
/// that buffer.
namespace idn::stream {

/// Clock servo: how much faster than its own clock a sender has to send so that the fill level of the
/// receiver's buffer stays what it was at first.
///
/// A reading is the fill level of that buffer: the media time between the arrival of a chunk and its output,
/// which receivers report as the latency in their acknowledges (section 1.9). The frequency estimate is the
/// least-squares slope of the level, minus what the corrections have moved it, over windows of W, pooled over
/// the last kWindows and the current one; while there are few readings it is shrunk towards zero (ridge
/// regression). The correction is that frequency plus a proportional term that pulls the level to its set
/// point, which is the level at the beginning.
///
/// Whatever the readings are, the correction stays within kLimitPpb and changes by at most kSlewPpb per second.
/// An outlier is ignored (gate of some times the mean absolute residual); several in a row are a step of the
/// level, as after a stall: the frequency stays, and the set point moves along if the step is larger than
/// kSetPointStep. Without readings the last frequency is held. Noise of 1 ms on every reading is fine for
/// buffers of several ms (docs/following.md).
///
/// Receivers that adapt their playback to the sender (OpenIDN, idn_server) hold their level themselves: the
/// slope is zero, and so is the correction.
///
/// Statistics are in double; the sum of the corrections, which moves deadlines, is kept by TickSchedule in
/// integers.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class IDN_EXPORT ClockFollower {
 public:
  static constexpr std::int64_t kLimitPpb = 200'000;  ///< parts per billion, either way
  static constexpr std::int64_t kSlewPpb = 100'000;   ///< per second
  /// W: the slope of the level is taken over windows of this length.
  static constexpr Duration kWindow = std::chrono::seconds(16);
  static constexpr std::size_t kWindows = 8;  ///< N_W
  /// Time constant of the phase correction: an error of the level falls to 1/e in this time.
  static constexpr Duration kPull = std::chrono::seconds(20);
  /// Readings above this are not plausible as a latency, and ignored.
  static constexpr Duration kLongestLevel = std::chrono::seconds(2);
  /// A step of the level up to this size does not move the set point.
  static constexpr Duration kSetPointStep = std::chrono::milliseconds(1);

  /// Starts with a correction of 0.
  ClockFollower() noexcept;

  /// A reading: a chunk that was sent at `at` arrived when the buffer had this level. Zero means unknown and is
  /// ignored.
  void observe(TimePoint at, Duration level) noexcept;
  /// Call when the sender restarts its timeline: the level will jump.
  void restart() noexcept;

  /// How much faster to send from `now` on, in billionths; negative: slower. To be called at least once per
  /// second, with `now` not decreasing.
  std::int64_t correction_ppb(TimePoint now) noexcept;
  /// The estimate of the receiver's clock against ours.
  std::int64_t rate_ppb() const noexcept;

 private:
  /// Sums of a window that is over.
  struct Slope {
    double sum_xx = 0;
    double sum_xy = 0;
  };

  /// The readings that make up a set point, against the first of them; levels without the corrections since.
  struct Early {
    double at = 0;
    double gained = 0;
    double mean_age = 0;
    double mean_level = 0;
  };

  // Times are seconds since the first call, levels microseconds; so rates are in ppm.
  double seconds_since_start(TimePoint time) noexcept;
  void advance_to(double now) noexcept;
  double pull() const noexcept;
  void take(double at, double level) noexcept;
  void begin(double at, double level) noexcept;
  bool is_outlier(double residual, double at) noexcept;
  void add_to_window(double at, double level) noexcept;
  bool window_is_clock() const noexcept;
  void close_window() noexcept;
  double pooled_rate() const noexcept;
  void refine_set_point(double at, double level) noexcept;

  std::optional<TimePoint> start_;
  double now_ = 0;
  double correction_ = 0;
  double gained_ = 0;  ///< by all corrections: how much they have raised the level
  double rate_ = 0;

  double level_ = 0;  ///< as it should be now
  double set_point_ = 0;
  bool has_set_point_ = false;
  bool set_point_is_new_ = false;  ///< then all early readings make it up
  std::uint64_t readings_ = 0;     ///< since the level last jumped
  Early early_;
  double last_at_ = 0;
  double mean_residual_;  ///< running mean of the absolute residuals of readings, in us
  int outliers_ = 0;

  analysis::LinearFit window_;
  double window_begin_ = 0;
  std::array<Slope, kWindows> slopes_{};
  std::size_t closed_windows_ = 0;
};

}  // namespace idn::stream
