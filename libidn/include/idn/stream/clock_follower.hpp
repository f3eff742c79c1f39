// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "idn/analysis/linear_fit.hpp"
#include "idn/time.hpp"

/// Following the clock of a receiver: frequency-controlled pacing. A receiver with a fixed buffer plays by its
/// own clock, so a sender that keeps to another one drains the buffer or fills it, however well it is paced.
namespace idn::stream {

/// How a receiver's clock is followed.
struct FollowConfig {
  /// W: the slope of the level is taken over windows of this length.
  Duration window = std::chrono::seconds(16);
  /// In which time what is left of an error of the level comes down to a third.
  Duration pull = std::chrono::seconds(20);
};

/// Tells how much faster than its own clock a sender has to send so that the receiver's buffer stays as full as
/// it was at first.
///
/// A reading is the level of that buffer: the media time between the arrival of a chunk and its light, which
/// receivers tell as the latency in their acknowledges (section 1.9). The rate of the receiver's clock is the
/// slope of the level, less what the corrections have moved it, over windows of W, pooled over the last
/// kWindows and the one that runs. Early, while the readings say little, a slope counts for less. To that rate
/// comes a slow pull of the level to its set point, which is the level at the beginning.
///
/// Whatever the readings are, the correction stays within kLimitPpb and changes by at most kSlewPpb per second.
/// A reading far off the others is ignored; several in a row are a new level, as after a stall: the rate stays,
/// and the set point moves along if it is more than kSetPointStep away. While there are no readings the rate
/// last known goes on. Noise of 1 ms on every reading is fine for buffers of several ms (docs/following.md).
///
/// Receivers that adapt their playback to the sender (OpenIDN, idn_server) keep their level themselves: then
/// there is no slope and nothing to correct.
///
/// Real-time: yes. Statistics are in double; what becomes of time, the sum of corrections, is kept by
/// TickSchedule in integers.
class ClockFollower {
 public:
  static constexpr std::int64_t kLimitPpb = 200'000;  ///< parts per billion, either way
  static constexpr std::int64_t kSlewPpb = 100'000;   ///< per second
  static constexpr std::size_t kWindows = 8;          ///< N_W
  /// No receiver delays the light for longer, so what says so is no latency.
  static constexpr Duration kLongestLevel = std::chrono::seconds(2);
  /// A new level that is nearer to the set point than this leaves that where it is.
  static constexpr Duration kSetPointStep = std::chrono::milliseconds(1);

  /// At rate 1.
  explicit ClockFollower(const FollowConfig& config = {}) noexcept;

  /// A chunk that was sent at `at` had this level when it arrived. Zero is unknown, and ignored. One follower
  /// takes either levels or a reference.
  void observe(TimePoint at, Duration level) noexcept;
  /// Of a stream that runs by the clock to follow, and starts when ours does: media time `media` came at
  /// `arrival`. |media| at most 2^61 us.
  void observe_reference(TimePoint arrival, std::chrono::microseconds media) noexcept;
  /// The level is about to jump, since the sender starts its timeline anew.
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

  double window_s_;
  double pull_s_;

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
  double scatter_;  ///< mean distance of readings from what was expected
  int outliers_ = 0;

  analysis::LinearFit window_;
  double window_begin_ = 0;
  std::array<Slope, kWindows> slopes_{};
  std::size_t closed_windows_ = 0;

  std::optional<std::chrono::microseconds> reference_origin_;
  double reference_start_ = 0;
};

}  // namespace idn::stream
