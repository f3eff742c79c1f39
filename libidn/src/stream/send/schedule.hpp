// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/sample.hpp"
#include "idn/time.hpp"

/// The two nested algorithms of Ofner and Frank, "Real-time Streaming with Millisecond Granularity", in exact
/// integers: a tick loop that determines when to wake up, and a work item that determines what to send then.
namespace idn::stream {

/// The time between two ticks. A packet of 100 samples at 30 kHz lasts 3'333'333 1/3 ns, so lengths are held in
/// nanoseconds multiplied by the sample rate ("nanosamples"), where both kinds below are whole numbers.
struct TickLength {
  std::int64_t nanosamples = 0;  ///< nanoseconds times samples per second
  SampleRate rate;               ///< nanosamples / rate are nanoseconds

  /// A tick of this duration.
  static constexpr TickLength of(Duration length, SampleRate rate) noexcept {
    return {length.count() * rate.per_second, rate};
  }
  /// A tick of the display time of `count` samples.
  static constexpr TickLength of_samples(std::size_t count, SampleRate rate) noexcept {
    return {static_cast<std::int64_t>(count) * 1'000'000'000, rate};
  }
  /// In nanoseconds, rounded down.
  constexpr Duration duration() const noexcept { return Duration(nanosamples / rate.per_second); }
};

/// Parts per billion of durations, whose sum is exact: fractions of a nanosecond are carried.
struct BillionthsOf {
  std::int64_t ppb = 0;

  constexpr Duration of(Duration whole) noexcept {
    constexpr std::int64_t kBillion = 1'000'000'000;
    fraction += whole.count() * ppb;
    const std::int64_t nanoseconds = fraction / kBillion;
    fraction -= nanoseconds * kBillion;
    return Duration(nanoseconds);
  }

  std::int64_t fraction = 0;  ///< of a nanosecond, in billionths
};

/// Absolute deadlines `start + k * length`. However late a tick wakes up, the next deadline does not move, so
/// the long-run rate is exact; fractions of a nanosecond are carried, not dropped.
///
/// A correction makes ticks shorter or longer than the media time they stand for. The sum of the corrections is
/// exact too: deadline() + ahead() is always `start + k * length`, where a pace shortens or lengthens both.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class TickSchedule {
 public:
  /// Not started.
  explicit constexpr TickSchedule(TickLength length) noexcept : length_(length) {}

  /// `first` is the first deadline. The correction and ahead() stay as they are.
  constexpr void start(TimePoint first) noexcept {
    deadline_ = first;
    fraction_ = 0;
  }

  /// The tick in progress and those after it have another length, on the same time axis.
  constexpr void change_length(TickLength length) noexcept {
    length_ = length;
    fraction_ = 0;
  }

  /// From the next tick on, ticks are shorter by `ppb` parts per billion, or longer if negative; at most
  /// 1'000'000 in either direction.
  constexpr void correct(std::int64_t ppb) noexcept { correction_.ppb = ppb; }
  /// The same for ticks and media time alike: samples last that much shorter, or longer.
  constexpr void pace(std::int64_t ppb) noexcept { pace_.ppb = ppb; }

  /// Time of the next tick.
  constexpr TimePoint deadline() const noexcept { return deadline_; }
  /// Media time minus clock time since the first start: the sum of all corrections so far.
  constexpr Duration ahead() const noexcept { return ahead_; }

  /// Goes on to the next tick.
  constexpr void advance() noexcept {
    const auto rate = static_cast<std::int64_t>(length_.rate.per_second);
    fraction_ += length_.nanosamples % rate;
    const std::int64_t carry = fraction_ / rate;
    fraction_ -= carry * rate;
    const Duration media{length_.nanosamples / rate + carry};
    const Duration gained = correction_.of(media);
    deadline_ += media - pace_.of(media) - gained;
    ahead_ += gained;
  }

 private:
  TickLength length_;
  TimePoint deadline_{};
  std::int64_t fraction_ = 0;  ///< of a nanosecond, in units of 1 / rate
  BillionthsOf correction_, pace_;
  Duration ahead_{0};
};

/// Keeps `data_left`: display time already sent beyond this tick, zero when the stream starts.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class PacketSchedule {
 public:
  /// Starts with nothing sent ahead.
  explicit constexpr PacketSchedule(TickLength tick) noexcept : tick_(tick) {}

  /// While true, another packet belongs to this tick.
  constexpr bool is_due() const noexcept { return data_left_ < tick_.nanosamples; }
  /// A packet of `samples` samples was sent.
  constexpr void sent(std::size_t samples) noexcept {
    data_left_ += TickLength::of_samples(samples, tick_.rate).nanosamples;
  }
  /// Subtracts the tick that has passed.
  constexpr void end_tick() noexcept { data_left_ -= tick_.nanosamples; }
  /// Ticks have another length or rate from now on. The display time already sent beyond this tick is kept, in
  /// whole nanoseconds.
  constexpr void change_tick(TickLength tick) noexcept {
    data_left_ = data_left_ / tick_.rate.per_second * tick.rate.per_second;
    tick_ = tick;
  }

  /// How long before its display time a packet of `samples` can leave: zero if a packet consists of whole
  /// ticks, else up to one tick. Timestamps must be reduced by this, since none may be in the future.
  static constexpr Duration lead(TickLength tick, std::size_t samples) noexcept {
    const bool whole_ticks = TickLength::of_samples(samples, tick.rate).nanosamples % tick.nanosamples == 0;
    return whole_ticks ? Duration{0} : tick.duration() + Duration{1};
  }

 private:
  TickLength tick_;
  std::int64_t data_left_ = 0;
};

/// The moment of a sample: that many whole microseconds after sample 0, and the rest of a microsecond, rounded
/// down to a nanosecond. From integers: no drift however long.
struct SampleTime {
  std::int64_t us = 0;
  Duration rest{0};  ///< 0..999 ns

  friend constexpr Duration operator-(const SampleTime& a, const SampleTime& b) noexcept {
    return std::chrono::microseconds(a.us - b.us) + a.rest - b.rest;
  }
};

constexpr SampleTime sample_time(std::uint64_t index, SampleRate rate) noexcept {
  const std::uint64_t seconds = index / rate.per_second;
  const auto within = static_cast<std::int64_t>(index % rate.per_second * 1'000'000'000 / rate.per_second);
  return {static_cast<std::int64_t>(seconds * 1'000'000) + within / 1000, Duration(within % 1000)};
}
constexpr std::int64_t sample_time_us(std::uint64_t index, SampleRate rate) noexcept {
  return sample_time(index, rate).us;
}

}  // namespace idn::stream
