// SPDX-License-Identifier: MIT
#include "plugins/jack/inlet.hpp"

#include <algorithm>

namespace idn::jack {

template <class SampleOf>
void Inlet::push(std::size_t count, SampleOf sample) noexcept {
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

/// What is missing for longer than the ring lasts has its full length in the count only. A number far back is
/// that of another counting.
void Inlet::take(const Period& period) noexcept {
  const auto ahead = has_next_ ? static_cast<std::int32_t>(period.frame - next_) : 0;
  const bool counts_anew = ahead < 0 && std::size_t{0U - static_cast<std::uint32_t>(ahead)} > ring_.capacity();
  std::uint32_t again = 0;
  if (ahead > 0) add_missing(static_cast<std::size_t>(ahead));
  if (ahead < 0 && !counts_anew) again = std::min(0U - static_cast<std::uint32_t>(ahead), period.count);
  push(period.count - again, [&](std::size_t i) {
    const LaserSample sample = sample_of(period.levels, again + i, last_);
    return period.dark ? blanked(sample) : sample;
  });
  has_next_ = true;
  if (again < period.count) next_ = period.frame + period.count;
  frames_.add(period.count - again);
  arrival_ns_.set(period.arrival.time_since_epoch().count());
  periods_.store(periods() + 1, std::memory_order_release);
}

void Inlet::add_missing(std::size_t count) noexcept {
  missed_.add(count);
  frames_.add(count);
  push(std::min(count, ring_.capacity()), [this](std::size_t) { return blanked(last_); });
}

void Inlet::drain(std::vector<LaserSample>& samples) {
  const stream::SamplePieces waiting = ring_.peek(ring_.capacity());
  samples.insert(samples.end(), waiting.first.begin(), waiting.first.end());
  samples.insert(samples.end(), waiting.second.begin(), waiting.second.end());
  ring_.pop(waiting.size());
}

}  // namespace idn::jack
