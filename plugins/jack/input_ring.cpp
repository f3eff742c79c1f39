// SPDX-License-Identifier: MIT
#include "plugins/jack/input_ring.hpp"

#include <algorithm>

namespace idn::jack {

template <class SampleOf>
void InputRing::push(std::size_t count, SampleOf sample) noexcept {
  std::size_t done = 0;
  while (done < count) {
    const auto room = ring_.room();  // up to two pieces
    if (room.empty()) break;
    const std::size_t now = std::min(room.size(), count - done);
    for (std::size_t i = 0; i < now; ++i) room[i] = last_ = sample(done + i);
    ring_.commit(now);
    done += now;
  }
  dropped_.add(count - done);
}

/// JACK's count can be wrong for a while when it is interrupted: no more is missing than there was time for,
/// but for a thread that woke up late before.
std::int64_t InputRing::frames_ahead(const Period& period) const noexcept {
  if (!has_next_) return 0;
  const std::int64_t ahead = static_cast<std::int32_t>(period.frame - next_);
  const auto passed = (period.arrival - arrival()) / std::chrono::microseconds(1);
  const std::int64_t most = passed * rate_.per_second / 1'000'000 + 4 * std::int64_t{period.count};
  return ahead > most || ahead < -std::int64_t{period.count} ? 0 : ahead;
}

void InputRing::take(const Period& period) noexcept {
  const std::int64_t ahead = frames_ahead(period);
  const auto again = static_cast<std::uint32_t>(std::max<std::int64_t>(-ahead, 0));
  if (ahead > 0) add_missing(static_cast<std::size_t>(ahead));
  push(period.count - again, [&](std::size_t i) {
    const LaserSample sample = sample_of(period.levels, again + i, last_);
    return period.dark ? blanked(sample) : sample;
  });
  has_next_ = true;
  next_ = period.frame + period.count;
  frames_.add(period.count - again);
  arrival_ns_.set(period.arrival.time_since_epoch().count());
  periods_.store(periods() + 1, std::memory_order_release);
}

/// What is missing for longer than the ring lasts has its full length in the count only.
void InputRing::add_missing(std::size_t count) noexcept {
  missed_.add(count);
  frames_.add(count);
  push(std::min(count, ring_.capacity()), [this](std::size_t) { return blanked(last_); });
}

void InputRing::drain(std::vector<LaserSample>& samples) {
  const stream::SampleSpans waiting = ring_.peek(ring_.capacity());
  samples.insert(samples.end(), waiting.first.begin(), waiting.first.end());
  samples.insert(samples.end(), waiting.second.begin(), waiting.second.end());
  ring_.pop(waiting.size());
}

}  // namespace idn::jack
