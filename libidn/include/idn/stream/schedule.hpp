// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "idn/sample.hpp"
#include "idn/time.hpp"

/// The two nested algorithms of Ofner and Frank, "Real-time Streaming with Millisecond Granularity", in exact
/// integers: a tick loop that says when to wake up, and a work item that says what to send then.
namespace idn::stream {

/// The time between two ticks. A packet of 100 samples at 30 kHz lasts 3'333'333 1/3 ns, so lengths are held in
/// nanoseconds multiplied by the sample rate ("nanosamples"), where both kinds below are whole numbers.
struct TickLength {
  std::int64_t nanosamples = 0;  ///< nanoseconds times samples per second
  SampleRate rate;               ///< by which to divide

  /// Of a duration.
  static constexpr TickLength of(Duration length, SampleRate rate) noexcept {
    return {length.count() * rate.per_second, rate};
  }
  /// Of so many samples.
  static constexpr TickLength of_samples(std::size_t count, SampleRate rate) noexcept {
    return {static_cast<std::int64_t>(count) * 1'000'000'000, rate};
  }
  /// Rounded down.
  constexpr Duration duration() const noexcept { return Duration(nanosamples / rate.per_second); }
};

/// Absolute deadlines `start + k * length`. Whatever a tick oversleeps, the next deadline does not move, so the
/// long-run rate is exact; fractions of a nanosecond are carried, not dropped.
///
/// A correction makes the ticks shorter or longer than the media time they stand for. What it has added up to
/// is known as exactly: deadline() + ahead() is always `start + k * length`.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class TickSchedule {
 public:
  /// Not started.
  explicit constexpr TickSchedule(TickLength length) noexcept : length_(length) {}

  /// Keeps the correction, and how far it has come.
  constexpr void start(TimePoint first) noexcept {
    deadline_ = first;
    fraction_ = 0;
  }

  /// The tick in progress and those after it have another length, on the same time axis.
  constexpr void change_length(TickLength length) noexcept {
    length_ = length;
    fraction_ = 0;
  }

  /// From the next tick on, ticks are this share of a billion shorter; at most a million, in either direction.
  constexpr void correct(std::int64_t ppb) noexcept { correction_ppb_ = ppb; }

  /// Of the next tick.
  constexpr TimePoint deadline() const noexcept { return deadline_; }
  /// Media time less clock time since the first start: what all corrections so far have gained.
  constexpr Duration ahead() const noexcept { return ahead_; }

  /// To the next tick.
  constexpr void advance() noexcept {
    const auto rate = static_cast<std::int64_t>(length_.rate.per_second);
    fraction_ += length_.nanosamples % rate;
    const std::int64_t carry = fraction_ / rate;
    fraction_ -= carry * rate;
    const Duration media{length_.nanosamples / rate + carry};
    const Duration gained = gain(media);
    deadline_ += media - gained;
    ahead_ += gained;
  }

 private:
  constexpr Duration gain(Duration media) noexcept {
    constexpr std::int64_t kBillion = 1'000'000'000;
    gain_fraction_ += media.count() * correction_ppb_;
    const std::int64_t whole = gain_fraction_ / kBillion;
    gain_fraction_ -= whole * kBillion;
    return Duration(whole);
  }

  TickLength length_;
  TimePoint deadline_{};
  std::int64_t fraction_ = 0;  ///< of a nanosecond, in units of 1 / rate
  std::int64_t correction_ppb_ = 0;
  Duration ahead_{0};
  std::int64_t gain_fraction_ = 0;  ///< of a nanosecond, in billionths
};

/// Keeps `data_left`: display time already sent beyond this tick, zero when the show starts.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class PacketSchedule {
 public:
  /// Nothing is sent ahead.
  explicit constexpr PacketSchedule(TickLength tick) noexcept : tick_(tick) {}

  /// While true, another packet belongs to this tick.
  constexpr bool is_due() const noexcept { return data_left_ < tick_.nanosamples; }
  /// A packet of so many samples was sent.
  constexpr void sent(std::size_t samples) noexcept {
    data_left_ += TickLength::of_samples(samples, tick_.rate).nanosamples;
  }
  /// What was sent covers one tick less.
  constexpr void end_tick() noexcept { data_left_ -= tick_.nanosamples; }
  /// Ticks of another length or rate from now on. What was sent beyond this one stays as long as it is, to the
  /// nanosecond.
  constexpr void change_tick(TickLength tick) noexcept {
    data_left_ = data_left_ / tick_.rate.per_second * tick.rate.per_second;
    tick_ = tick;
  }

  /// How far ahead of its display time a packet of `samples` can leave: nothing where packets consist of whole
  /// ticks, up to one tick otherwise. Timestamps must lie back by this, since none may be in the future.
  static constexpr Duration lead(TickLength tick, std::size_t samples) noexcept {
    const bool whole_ticks = TickLength::of_samples(samples, tick.rate).nanosamples % tick.nanosamples == 0;
    return whole_ticks ? Duration{0} : tick.duration() + Duration{1};
  }

 private:
  TickLength tick_;
  std::int64_t data_left_ = 0;
};

/// Time of sample `index` at `rate` in whole microseconds, rounded down, from integers: no drift however long.
constexpr std::int64_t sample_time_us(std::uint64_t index, SampleRate rate) noexcept {
  const std::uint64_t seconds = index / rate.per_second;
  const std::uint64_t rest = index % rate.per_second;
  return static_cast<std::int64_t>(seconds * 1'000'000 + rest * 1'000'000 / rate.per_second);
}

}  // namespace idn::stream
