// SPDX-License-Identifier: MIT
#include "idn_parser/measure/link_sum.hpp"

#include <algorithm>
#include <iterator>

namespace idn::parser {
using analysis::SampleDatagram;
using std::chrono::microseconds;

LinkSum::Stream::Stream(const SampleDatagram& first)
    : expected(first.duration), arrival(first.arrival), media(*first.media), duration(first.duration) {}

/// As on a time axis of the stream.
bool LinkSum::Stream::continues_with(const SampleDatagram& next) const noexcept {
  const microseconds step = *next.media - media;
  const Duration disagreement = (next.arrival - arrival) - Duration(step);
  return !next.begins_axis &&
         (std::chrono::abs(Micros(step) - expected) <= analysis::StreamMetrics::kLongestStep ||
          std::chrono::abs(disagreement) < analysis::StreamMetrics::kLongestStep);
}

void LinkSum::Stream::take(const SampleDatagram& next) noexcept {
  if (next.order == ArrivalOrder::Late) return;
  if (!continues_with(next)) {
    period.reset();
    expected = next.duration;
  } else if (const auto step = next.is_frame ? *next.media - media : duration; step > microseconds::zero()) {
    expected = step;
  }
  arrival = next.arrival;
  media = *next.media;
  duration = next.duration;
}

double LinkSum::Stream::rate() const noexcept {
  return expected > Micros::zero() ? 1 / expected.count() : 0;
}

void LinkSum::add(const Key& key, const SampleDatagram& datagram, std::uint32_t clock) {
  ++datagrams_;
  if (!datagram.media) return;
  if (!first_arrival_) {
    first_arrival_ = looked_at_ = datagram.arrival;
    clock_ = clock;
  }
  has_one_clock_ = has_one_clock_ && clock == clock_;
  forget_silent(datagram.arrival);
  const auto [entry, is_new] = streams_.try_emplace(key, datagram);
  Stream& stream = entry->second;
  if (!is_new) {
    rate_ -= stream.rate();
    stream.take(datagram);
  }
  rate_ += stream.rate();
  // The first datagram of a stream comes before its rate: of many that begin in one tick half would remain.
  if (!is_new) bucket_.add(datagram.arrival, rate_ > 0 ? Micros(1 / rate_) : Micros::zero());

  const Duration elapsed = datagram.arrival - *first_arrival_;
  const Duration lateness = datagram.arrival - Duration(*datagram.media);
  const auto period = analysis::DelayFactor::period_of(elapsed);
  if (stream.period != period) {
    stream.period = period;
    stream.reference = lateness;
  }
  delay_factor_.add(elapsed, lateness - stream.reference);
}

void LinkSum::end_channel(const Key& key) {
  if (const auto found = streams_.find(key); found != streams_.end()) end(found, std::next(found));
}

void LinkSum::end_session(std::size_t connection) {
  end(streams_.lower_bound({connection, 0}), streams_.upper_bound({connection, 0xFF}));
}

void LinkSum::end(Streams::iterator first, Streams::iterator last) {
  for (auto entry = first; entry != last; ++entry) rate_ -= entry->second.rate();
  streams_.erase(first, last);
}

void LinkSum::forget_silent(Duration now) {
  if (now - looked_at_ < kSilence) return;
  looked_at_ = now;
  std::erase_if(streams_, [now](const auto& entry) { return now - entry.second.arrival >= kSilence; });
  rate_ = 0;  // anew, so that errors of rounding do not pile up
  for (const auto& [key, stream] : streams_) rate_ += stream.rate();
}

LinkFacts LinkSum::facts() const {
  return {.datagrams = datagrams_,
          .c_inst = bucket_.most(),
          .ts_df = delay_factor_.largest(),
          .has_one_clock = has_one_clock_,
          .clock = clock_};
}

}  // namespace idn::parser
