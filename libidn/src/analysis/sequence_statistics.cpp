// SPDX-License-Identifier: MIT
#include "analysis/sequence_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace idn::analysis {

using std::chrono::microseconds;

/// @param step default-constructed; only changed where the datagram is not the next one
void SequenceStatistics::take(const SequencedDatagram& datagram, SequenceStep& step) noexcept {
  if (requests_ > 0) skip_requests(datagram.number);
  if (is_next(datagram))
    take_next(datagram);
  else
    step = take_other(datagram);
}

/// Where the numbers of the requests are the only ones between.
void SequenceStatistics::skip_requests(std::uint16_t number) noexcept {
  const int skipped = std::exchange(requests_, 0);
  if (number != static_cast<std::uint16_t>(newest_ + 1 + skipped)) return;
  for (int i = 0; i < skipped; ++i) note(++newest_);
  interruptions_.newest = newest_;
}

/// Fast path without a division, since it applies to most datagrams: the next number, and so little media time
/// since the last one that the numbers cannot have wrapped in between.
bool SequenceStatistics::is_next(const SequencedDatagram& datagram) const noexcept {
  constexpr double kUnambiguousNumbers = 30'000;  // less than half of all
  if (!has_begun_ || is_closed_ || datagram.number != static_cast<std::uint16_t>(newest_ + 1)) return false;
  if (!datagram.media || !newest_media_ || newest_timed_ <= first_timed_) return !datagram.media;
  const auto step = static_cast<double>((*datagram.media - *newest_media_).count());
  const auto all = static_cast<double>((*newest_media_ - *first_media_).count());
  const auto numbers = static_cast<double>(newest_timed_ - first_timed_);
  return step > 0 && all > 0 && step * numbers < kUnambiguousNumbers * all;
}

void SequenceStatistics::take_next(const SequencedDatagram& datagram) noexcept {
  note(++newest_);
  interruptions_.newest = newest_;
  newest_arrival_ = datagram.arrival;
  if (!datagram.media) return;
  if (!first_media_) {
    first_media_ = datagram.media;
    first_timed_ = newest_;
  }
  newest_media_ = datagram.media;
  newest_timed_ = newest_;
}

SequenceStep SequenceStatistics::take_other(const SequencedDatagram& datagram) noexcept {
  if (!has_begun_) {
    begin(datagram);
    return {};
  }
  const std::int64_t steps = distance_to(datagram);
  const bool is_later = datagram.media && newest_media_ && *datagram.media > *newest_media_;
  if (steps <= 0 && !(steps == 0 && is_later) && is_behind(datagram, steps)) return take_earlier(steps);
  if (is_closed_) {
    begin(datagram);
    return {};
  }
  if (steps == 0 && is_later) {
    ++counts_.unnumbered;
    newest_media_ = datagram.media;
    newest_arrival_ = datagram.arrival;
    return {.order = ArrivalOrder::Unnumbered};
  }
  if (steps > 0 && is_loss(datagram, steps)) return advance(datagram, steps);
  return restart(datagram);
}

void SequenceStatistics::begin(const SequencedDatagram& datagram) noexcept {
  has_begun_ = true;
  is_closed_ = false;
  requests_ = 0;
  received_.fill(0);
  first_ = newest_ = first_timed_ = newest_timed_ = datagram.number;
  newest_arrival_ = datagram.arrival;
  first_media_ = newest_media_ = datagram.media;
  note(newest_);
  interruptions_.newest = interruptions_.complete_from = newest_;
}

SequenceStep SequenceStatistics::restart(const SequencedDatagram& datagram) noexcept {
  begin(datagram);
  ++counts_.restarts;
  ++interruptions_.restarts;
  return {.order = ArrivalOrder::Restart};
}

SequenceStep SequenceStatistics::advance(const SequencedDatagram& datagram, std::int64_t steps) noexcept {
  clear_received(newest_ + 1, newest_ + steps - 1);
  newest_ += steps - 1;
  take_next(datagram);
  if (steps == 1) return {};
  const auto missing = static_cast<std::uint32_t>(steps - 1);
  counts_.lost += missing;
  ++interruptions_.losses;
  interruptions_.complete_from = newest_;
  return {.order = ArrivalOrder::AfterLoss, .missing = missing};
}

SequenceStep SequenceStatistics::take_earlier(std::int64_t steps) noexcept {
  const std::int64_t number = newest_ + steps;
  if (was_received(number)) {
    ++counts_.duplicates;
    return {.order = ArrivalOrder::Duplicate};
  }
  note(number);
  ++counts_.late;
  const bool fills_gap = number > first_;
  if (fills_gap) --counts_.lost;
  extend_complete();
  return {.order = ArrivalOrder::Late, .fills_gap = fills_gap};
}

/// In us; 0 before two timestamps that advance.
double SequenceStatistics::media_per_number() const noexcept {
  if (!first_media_ || newest_timed_ <= first_timed_) return 0;
  const auto media = static_cast<double>((*newest_media_ - *first_media_).count());
  return std::max(media / static_cast<double>(newest_timed_ - first_timed_), 0.0);
}

/// Distance from the newest number to this one, including wraps of the numbers that only the timestamps show.
/// The first few do not tell how much media time a number carries: two channels may begin together.
std::int64_t SequenceStatistics::distance_to(const SequencedDatagram& datagram) const noexcept {
  const auto newest = static_cast<std::uint16_t>(newest_);
  const std::int64_t nearest = static_cast<std::int16_t>(datagram.number - newest);
  const double mean = newest_timed_ - first_timed_ < kFewest ? 0 : media_per_number();
  if (mean == 0 || !datagram.media || *datagram.media <= *newest_media_) return nearest;
  const auto by_media = static_cast<double>((*datagram.media - *newest_media_).count()) / mean;
  const double wraps = std::round((by_media - static_cast<double>(nearest)) / static_cast<double>(kNumbers));
  // The timestamp alone may be wrong, so the arrival has to confirm it.
  if (wraps < 1 || !arrival_agrees(datagram)) return nearest;
  const std::int64_t steps = nearest + static_cast<std::int64_t>(std::min(wraps, 1e9)) * kNumbers;
  // The very next number is that of a sender which paused, unless whole turns carry just this media time.
  constexpr auto kTurnMisfit = static_cast<double>(microseconds(kMisfit).count());
  const double misfit = (static_cast<double>(steps) - by_media) * mean;
  return nearest == 1 && std::abs(misfit) > kTurnMisfit ? nearest : steps;
}

bool SequenceStatistics::is_loss(const SequencedDatagram& datagram, std::int64_t steps) const noexcept {
  if (steps == 1) return true;
  if (!datagram.media || !newest_media_) {
    const auto passed = std::chrono::floor<microseconds>(datagram.arrival - newest_arrival_);
    return steps <= kSurelyLoss || (media_per_number() > 0 && fits(steps, passed));
  }
  const bool is_fitting = fits(steps, *datagram.media - *newest_media_);
  const bool agrees = arrival_agrees(datagram);
  return steps <= kSurelyLoss ? agrees || is_fitting : agrees && is_fitting;
}

/// Whether about as much time passed between the arrivals as between the timestamps; both datagrams need one.
bool SequenceStatistics::arrival_agrees(const SequencedDatagram& datagram) const noexcept {
  const auto passed = std::chrono::floor<microseconds>(datagram.arrival - newest_arrival_);
  const auto media_step = *datagram.media - *newest_media_;
  return std::chrono::abs(media_step - passed) <= std::max<microseconds>(kMisfit, media_step / 10);
}

bool SequenceStatistics::is_behind(const SequencedDatagram& datagram, std::int64_t steps) const noexcept {
  if (steps <= -kHistory) return false;
  if (datagram.media && newest_media_) {
    // The newest number may have had no timestamp, as that of a close: this one may lie between.
    const std::int64_t steps_from_timed = newest_ + steps - newest_timed_;
    const auto media_step = *datagram.media - *newest_media_;
    return (steps_from_timed > 0 || media_step <= microseconds::zero()) &&
           std::chrono::abs(media_step) <= kLatest && fits(steps_from_timed, media_step);
  }
  const double mean = media_per_number();
  const auto latest = static_cast<double>(microseconds(kLatest).count());
  return -steps <= kMostBehind || (mean > 0 && static_cast<double>(-steps) * mean <= latest);
}

/// Whether `steps` numbers carry about this media time. While the media time per number is unknown: whether
/// they are at most kSurelyLoss.
bool SequenceStatistics::fits(std::int64_t steps, microseconds media_step) const noexcept {
  const double mean = media_per_number();
  if (mean == 0) return std::abs(steps) <= kSurelyLoss;
  const double by_number = static_cast<double>(steps) * mean;
  const auto by_media = static_cast<double>(media_step.count());
  const auto tolerance = std::max(static_cast<double>(microseconds(kMisfit).count()), std::abs(by_media) / 10);
  return std::abs(by_number - by_media) <= tolerance;
}

bool SequenceStatistics::was_received(std::int64_t number) const noexcept {
  const auto place = static_cast<std::size_t>(number & (kHistory - 1));
  return (received_[place / 64] >> (place % 64) & 1) != 0;
}

void SequenceStatistics::extend_complete() noexcept {
  std::int64_t& from = interruptions_.complete_from;
  while (from > first_ && newest_ - from < kHistory - 1 && was_received(from - 1)) --from;
}

void SequenceStatistics::note(std::int64_t number) noexcept {
  const auto place = static_cast<std::size_t>(number & (kHistory - 1));
  received_[place / 64] |= std::uint64_t{1} << (place % 64);
}

void SequenceStatistics::clear_received(std::int64_t from, std::int64_t to) noexcept {
  if (to - from >= kHistory) return received_.fill(0);
  for (std::int64_t number = from; number <= to; ++number) {
    const auto place = static_cast<std::size_t>(number & (kHistory - 1));
    received_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
  }
}

}  // namespace idn::analysis
