// SPDX-License-Identifier: MIT
#include "plugins/jack/input_ring.hpp"

#include <algorithm>

namespace idn::jack {

template <class SampleOf>
void InputRing::push_samples(std::size_t count, SampleOf sample) noexcept {
  std::size_t done = 0;
  while (done < count) {
    const auto room = ring_.room();  // contiguous: the free part of a ring may be in two pieces
    if (room.empty()) break;
    const std::size_t now = std::min(room.size(), count - done);
    for (std::size_t i = 0; i < now; ++i) room[i] = last_ = sample(done + i);
    ring_.commit(now);
    done += now;
  }
  dropped_.add(count - done);
}

/// Number of frames that JACK has skipped; negative: of frames that it repeats. Its count can be wrong for a
/// while after an xrun, so no more can be missing than fit into the elapsed time, plus four periods since the
/// last arrival may have been late.
std::int64_t InputRing::skipped_frames(const Period& period) const noexcept {
  if (!has_next_frame_) return 0;
  const std::int64_t skipped = static_cast<std::int32_t>(period.frame - next_frame_);
  const auto passed = (period.arrival - arrival()) / std::chrono::microseconds(1);
  const std::int64_t most = passed * rate_.per_second / 1'000'000 + 4 * std::int64_t{period.count};
  return skipped > most || skipped < -std::int64_t{period.count} ? 0 : skipped;
}

void InputRing::push_period(const Period& period) noexcept {
  const std::int64_t skipped = skipped_frames(period);
  const auto repeated = static_cast<std::uint32_t>(std::max<std::int64_t>(-skipped, 0));
  if (skipped > 0) add_missing(static_cast<std::size_t>(skipped));
  push_samples(period.count - repeated, [&](std::size_t i) {
    const LaserSample sample = sample_of(period.levels, repeated + i, last_);
    return period.dark ? blanked(sample) : sample;
  });
  has_next_frame_ = true;
  next_frame_ = period.frame + period.count;
  frames_.add(period.count - repeated);
  arrival_ns_.set(period.arrival.time_since_epoch().count());
  periods_.store(periods() + 1, std::memory_order_release);
}

/// Queues dark samples for missing frames, up to the capacity of the ring; the counters include all of them.
void InputRing::add_missing(std::size_t count) noexcept {
  missed_.add(count);
  frames_.add(count);
  push_samples(std::min(count, ring_.capacity()), [this](std::size_t) { return blanked(last_); });
}

void InputRing::drain(std::vector<LaserSample>& samples) {
  const stream::SampleSpans waiting = ring_.peek(ring_.capacity());
  samples.insert(samples.end(), waiting.first.begin(), waiting.first.end());
  samples.insert(samples.end(), waiting.second.begin(), waiting.second.end());
  ring_.pop(waiting.size());
}

}  // namespace idn::jack
