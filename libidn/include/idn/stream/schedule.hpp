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
  std::int64_t nanosamples = 0;
  SampleRate rate;

  static constexpr TickLength of(Duration length, SampleRate rate) noexcept {
    return {length.count() * rate.per_second, rate};
  }
  static constexpr TickLength of_samples(std::size_t count, SampleRate rate) noexcept {
    return {static_cast<std::int64_t>(count) * 1'000'000'000, rate};
  }
  /// Rounded down.
  constexpr Duration duration() const noexcept { return Duration(nanosamples / rate.per_second); }
};

/// Absolute deadlines `start + k * length`. Whatever a tick oversleeps, the next deadline does not move, so the
/// long-run rate is exact; fractions of a nanosecond are carried, not dropped.
class TickSchedule {
 public:
  explicit constexpr TickSchedule(TickLength length) noexcept : length_(length) {}

  constexpr void start(TimePoint first) noexcept {
    deadline_ = first;
    fraction_ = 0;
  }

  constexpr TimePoint deadline() const noexcept { return deadline_; }

  constexpr void advance() noexcept {
    const auto rate = static_cast<std::int64_t>(length_.rate.per_second);
    fraction_ += length_.nanosamples % rate;
    const std::int64_t carry = fraction_ / rate;
    fraction_ -= carry * rate;
    deadline_ += Duration(length_.nanosamples / rate + carry);
  }

 private:
  TickLength length_;
  TimePoint deadline_{};
  std::int64_t fraction_ = 0;  ///< of a nanosecond, in units of 1 / rate
};

/// Keeps `data_left`: display time already sent beyond this tick, zero when the show starts.
class PacketSchedule {
 public:
  explicit constexpr PacketSchedule(TickLength tick) noexcept : tick_(tick) {}

  /// While true, another packet belongs to this tick.
  constexpr bool is_due() const noexcept { return data_left_ < tick_.nanosamples; }
  constexpr void sent(std::size_t samples) noexcept {
    data_left_ += TickLength::of_samples(samples, tick_.rate).nanosamples;
  }
  constexpr void end_tick() noexcept { data_left_ -= tick_.nanosamples; }

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
