// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plugins/jack/input_ring.hpp"
#include "plugins/jack/lateness_filter.hpp"
#include "plugins/jack/level_controller.hpp"
#include "plugins/jack/resampler.hpp"

namespace idn::jack {

/// Plays a queue of samples at a rate; dark samples if the queue is empty.
class JackSink {
 public:
  virtual ~JackSink() = default;
  /// Appends samples to the queue. @return how many were taken, from the front
  virtual std::size_t write(std::span<const LaserSample> samples) = 0;
  /// Display time of the queue.
  virtual Duration buffered() = 0;
  /// Dark samples played so far because the queue was empty.
  virtual std::uint64_t starved() = 0;
  /// Sets the rate of samples that are written from now on.
  virtual void set_rate(SampleRate rate) = 0;
};

/// Passes the samples of JACK to a sink, so that each is played a fixed latency after its period arrived. If
/// a period has not arrived by then, the output is dark. After that there are two cases:
/// - JACK catches up, or has skipped frames. The samples whose time has passed are discarded, and the stream
///   continues with the latency as before.
/// - JACK has lost time: it reports an xrun, or does not catch up. No sample is discarded, and later samples
///   keep their latency to their arrival, so the darkness is as long as the interruption.
/// Pure: no clock. Threads: one.
class Feed {
 public:
  /// @param from JACK's rate
  /// @param to the sink's
  /// @param latency from the arrival of a period to the departure of its first sample; longer than a period
  Feed(InputRing& input, SampleRate from, SampleRate to, Duration latency) noexcept
      : input_(input),
        to_(to),
        latency_(latency),
        resampler_(from, to),
        level_controller_(to),
        lateness_filter_(from) {}

  /// To be called several times per period.
  void step(JackSink& sink, TimePoint now);
  /// Discards what waits and begins the stream anew: for another sink, or while there is none.
  void restart();
  /// Begins the stream anew with another latency. Threads: that of step().
  void set_latency(Duration latency) {
    latency_ = latency;
    restart();
  }

  /// Samples that were discarded because they arrived too late.
  std::uint64_t late() const noexcept { return late_.value(); }
  /// How often the stream has begun.
  std::uint64_t starts() const noexcept { return starts_.value(); }
  /// Correction of the sink's rate to that of JACK's clock, in billionths; positive: faster than nominal.
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
  void start(JackSink& sink, const InputState& state);
  bool is_on_time(JackSink& sink, const InputState& state);
  void write(JackSink& sink, std::size_t most);
  void observe(JackSink& sink, const InputState& state);
  std::size_t samples_in(Duration time) const noexcept;

  InputRing& input_;
  SampleRate to_;
  Duration latency_;
  Resampler resampler_;
  LevelController level_controller_;
  LatenessFilter lateness_filter_;
  std::vector<LaserSample> drained_, waiting_;
  bool is_playing_ = false;
  std::size_t before_interruption_ = 0;  ///< number of samples in waiting_ from before an interruption
  std::optional<TimePoint> held_since_;  ///< arrival of the first samples that are held back
  std::uint64_t periods_ = 0, xruns_ = 0;
  TimePoint last_xrun_{};
  std::uint64_t starved_ = 0;      ///< JackSink::starved() when it was read last
  std::uint64_t overdue_ = 0;      ///< samples whose time has passed before they arrived
  std::optional<Duration> level_;  ///< the highest buffer level since the last observation
  TimePoint level_time_{}, next_observation_{};
  Duration shortfall_{0};  ///< latency minus level, at the last observation
  Counter late_, starts_;
  LatestValue<std::int64_t> correction_ppb_;
};

}  // namespace idn::jack
