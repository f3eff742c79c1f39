// SPDX-License-Identifier: MIT
#include "idn/analysis/clock_step_detector.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace idn::analysis {
namespace {

/// Readings on each side of a step from which its size is computed; more would include the drift of the clocks.
constexpr std::size_t kNearby = 16;

Duration lateness_of(const TimedDatagram& reading) noexcept {
  return reading.arrival - Duration(reading.media);
}

/// The lower median of at least one value. Changes the order of the values.
Duration median(std::span<Duration> values) noexcept {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// 1.4826 times the median absolute deviation, an estimate of the standard deviation of normally distributed
/// values. Changes the values.
Duration spread(std::span<Duration> values) noexcept {
  const Duration middle = median(values);
  for (auto& value : values) value = std::chrono::abs(value - middle);
  return median(values) * 14826 / 10000;
}

/// A fixed list of latenesses.
class Latenesses {
 public:
  void add(Duration value) noexcept { values_[count_++] = value; }
  std::size_t size() const noexcept { return count_; }

  Duration median_of(std::size_t from, std::size_t count) const noexcept {
    Latenesses part;
    for (std::size_t i = from; i < std::min(from + count, count_); ++i) part.add(values_[i]);
    return median(std::span(part.values_).first(part.count_));
  }
  Duration spread_of_all() const noexcept {
    Latenesses copy = *this;
    return spread(std::span(copy.values_).first(count_));
  }
  std::span<const Duration> values() const noexcept { return std::span(values_).first(count_); }

 private:
  std::array<Duration, ClockStepDetector::kMostAhead + 1> values_;
  std::size_t count_ = 0;
};

/// The latenesses of the readings within the look-ahead.
Latenesses latenesses_of(const std::deque<TimedDatagram>& ahead) {
  Latenesses found;
  for (const auto& reading : ahead) {
    const auto elapsed = reading.media - ahead.front().media;
    if (found.size() > ClockStepDetector::kMostAhead || elapsed > ClockStepDetector::kLongestAhead) break;
    found.add(lateness_of(reading));
  }
  return found;
}

/// Whether the step lasts: at least 95 % of the readings keep more than half of it, and the medians of the
/// first and the last quarter agree. A sender catches up after a stall, so there the lateness falls from the
/// first quarter to the last, even if slowly.
bool stays(const Latenesses& ahead, Duration before, Duration step, Duration tolerance) {
  const auto is_displaced = [&](Duration lateness) {
    const Duration displaced = lateness - before;
    return step > Duration{0} ? displaced > step / 2 : displaced < step / 2;
  };
  const auto displaced = static_cast<std::size_t>(std::ranges::count_if(ahead.values(), is_displaced));
  if (displaced * 20 < ahead.size() * 19) return false;
  const std::size_t quarter = (ahead.size() + 3) / 4;
  const Duration first = ahead.median_of(0, quarter);
  const Duration last = ahead.median_of(ahead.size() - quarter, quarter);
  return std::chrono::abs(last - first) <= std::max(std::chrono::abs(step) / 16, tolerance);
}

/// Whether neighbouring readings differ by more than a quarter of `size`. A sender that stalls now and then
/// without always catching up causes steps as well, but several close together.
bool has_other_steps(const Latenesses& latenesses, Duration size) {
  const auto values = latenesses.values();
  const auto is_large = [&](Duration a, Duration b) { return std::chrono::abs(b - a) > size / 4; };
  return std::ranges::adjacent_find(values, is_large) != values.end();
}

}  // namespace

bool ClockStepDetector::is_candidate(const TimedDatagram& next) const noexcept {
  if (count_ == 0) return false;
  const Duration change = std::chrono::abs(lateness_of(next) - lateness_of(last_));
  return change >= kSmallest / 2 && change * 2 >= mean_change_ * 5;
}

std::optional<Duration> ClockStepDetector::step_at(const std::deque<TimedDatagram>& ahead) const {
  const bool steps_back = ahead.front().arrival < last_.arrival;
  // The arrival times of datagrams in order run backwards only if the clock was set, so few readings suffice.
  if (count_ < kFewest && !steps_back) return std::nullopt;
  Latenesses before, media_steps;
  const std::size_t known = std::min(count_, kMostBefore);
  for (std::size_t i = count_ - known; i < count_; ++i) before.add(past_[i % kMostBefore].lateness);
  const std::size_t nearby = std::min(known, kNearby);
  const Duration level = before.median_of(known - nearby, nearby);
  const Latenesses behind = latenesses_of(ahead);
  if (behind.size() < kFewest) return std::nullopt;
  const Duration step = behind.median_of(0, kNearby) - level;
  const Duration size = std::chrono::abs(step);
  const Duration change = lateness_of(ahead.front()) - lateness_of(last_);
  // The cheap checks come first: most candidates are jitter and fail here.
  const bool is_abrupt = (step > Duration{0} ? change : -change) * 2 >= size;
  if (size < kSmallest || size < 3 * mean_change_ || !is_abrupt) return std::nullopt;

  const Duration jitter_before = before.spread_of_all();
  const Duration jitter = std::max(jitter_before, behind.spread_of_all());
  if (size < kSpreads * jitter) return std::nullopt;
  if (!steps_back && (has_other_steps(before, size) || has_other_steps(behind, size))) return std::nullopt;
  for (std::size_t i = count_ - known; i < count_; ++i) media_steps.add(past_[i % kMostBefore].media_step);
  const Duration regular =
      media_steps.median_of(0, known) * static_cast<std::int64_t>(ahead.front().missing + 1);
  const Duration media_step = ahead.front().media - last_.media;
  if (std::chrono::abs(media_step - regular) * 4 > size) return std::nullopt;
  if (!stays(behind, level, step, 3 * jitter_before)) return std::nullopt;
  return step;
}

void ClockStepDetector::add(const TimedDatagram& reading) noexcept {
  const Duration lateness = lateness_of(reading);
  const bool is_first = count_ == 0;
  const Duration change = is_first ? Duration{0} : std::chrono::abs(lateness - lateness_of(last_));
  // A single outlier must not hide the step that follows it.
  mean_change_ += (std::min(change, std::max(kSmallest, 4 * mean_change_)) - mean_change_) / 16;
  const Duration media_step = is_first ? Duration{0} : Duration(reading.media - last_.media);
  past_[count_ % kMostBefore] = {lateness, media_step};
  ++count_;
  last_ = reading;
}

void ClockStepDetector::restart() noexcept {
  count_ = 0;
  mean_change_ = {};
}

}  // namespace idn::analysis
