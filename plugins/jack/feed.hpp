// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plugins/jack/arrivals.hpp"
#include "plugins/jack/input_ring.hpp"
#include "plugins/jack/level_hold.hpp"
#include "plugins/jack/resampler.hpp"

namespace idn::jack {

/// What is fed: a device that plays samples at a rate, and plays dark ones where there are none.
class Player {
 public:
  virtual ~Player() = default;
  /// @return how many were taken, from the front
  virtual std::size_t write(std::span<const LaserSample> samples) = 0;
  /// Time that what was written and is not yet played will last.
  virtual Duration buffered() = 0;
  /// Dark samples that were played because there were none, all so far.
  virtual std::uint64_t starved() = 0;
  /// Of what is written from now on.
  virtual void set_rate(SampleRate rate) = 0;
};

/// Brings what JACK delivers to a player, each sample by a fixed latency after its period has arrived. What has
/// not come by then is dark, in one of two ways:
/// - JACK catches up, or has left out frames: their place in time passes. What comes too late for it is left
///   out, so that the stream is where it was before.
/// - JACK has lost time, which it tells by an xrun, or which shows as it does not catch up: nothing is left
/// out,
///   and all that follows keeps its latency, so that the dark is as long as the interruption.
/// Knows no clock; one thread.
class Feed {
 public:
  /// @param from JACK's rate
  /// @param to the player's
  /// @param latency from the arrival of a period to the departure of its first sample; longer than a period
  Feed(InputRing& input, SampleRate from, SampleRate to, Duration latency) noexcept
      : input_(input), to_(to), latency_(latency), resampler_(from, to), hold_(to), arrivals_(from) {}

  /// To be called several times per period.
  void step(Player& player, TimePoint now);
  /// Another player comes, or none for a while: what waits is of no use.
  void restart();
  /// The stream begins anew. Threads: that of step().
  void set_latency(Duration latency) {
    latency_ = latency;
    restart();
  }

  /// Samples that came too late for their place in time.
  std::uint64_t late() const noexcept { return late_.value(); }
  /// How often the stream has begun.
  std::uint64_t begun() const noexcept { return begun_.value(); }
  /// How much faster the player is to play than by our clock, in billionths.
  std::int64_t correction_ppb() const noexcept { return correction_ppb_.value(); }

 private:
  /// State of the input ring when it was read last.
  struct InputState {
    TimePoint now;
    TimePoint arrival;
    std::uint64_t periods = 0;
    bool has_period = false;
    Duration lateness{0};  ///< of the period
  };

  InputState fetch(TimePoint now);
  bool has_lost_time(const InputState& state) noexcept;
  void interrupt(std::size_t before) noexcept;
  void begin(Player& player, const InputState& state);
  bool is_on_time(Player& player, const InputState& state);
  void write(Player& player, std::size_t most);
  void observe(Player& player, const InputState& state);
  std::size_t samples_in(Duration time) const noexcept;

  InputRing& input_;
  SampleRate to_;
  Duration latency_;
  Resampler resampler_;
  LevelHold hold_;
  Arrivals arrivals_;
  std::vector<LaserSample> drained_, waiting_;
  bool is_playing_ = false;
  std::size_t before_ = 0;         ///< of those that wait, samples from before an interruption
  std::optional<TimePoint> held_;  ///< when the first of those that are held back arrived
  std::uint64_t periods_ = 0, xruns_ = 0;
  TimePoint xrun_seen_{};
  std::uint64_t starved_ = 0;      ///< that have been made up for
  std::uint64_t overdue_ = 0;      ///< samples whose time has passed before they came
  std::optional<Duration> level_;  ///< the highest since the last that was observed
  TimePoint level_at_{}, observe_at_{};
  Duration shortfall_{0};  ///< of the level, as it was observed last
  Counter late_, begun_;
  LatestValue<std::int64_t> correction_ppb_;
};

}  // namespace idn::jack
