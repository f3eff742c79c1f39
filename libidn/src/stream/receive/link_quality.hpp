// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "idn/time.hpp"
#include "stream/receive/sequence_tracker.hpp"

namespace idn::stream {

/// The link quality of an acknowledge (section 1.9), over the last kSeconds seconds that had packets:
///
///     quality = max(1, 255 / (1 + 25 p)),   p = (lost + disorder / 4) / (arrived + lost)
///
/// Disorder is duplicates, late packets and restarts. So 255 is a faultless link, 1 % loss makes 204, 10 % 72,
/// half of all packets 18. In each second up to kFreeNumbers numbers that are missing in gaps of one or two do
/// not count, as some senders use numbers up for pings.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class LinkQuality {
 public:
  static constexpr std::size_t kSeconds = 4;        ///< that the quality is judged over
  static constexpr std::uint32_t kFreeNumbers = 4;  ///< missing ones of a second that do not count

  /// Each real-time packet of the connection; `now` never decreases.
  constexpr void observe(const SequenceStep& step, TimePoint now) noexcept {
    if (!begun_ || now - second_began_ >= std::chrono::seconds(1)) next_second(now);
    Second& second = seconds_[current_];
    ++second.arrived;
    if (step.missing <= 2 && second.forgiven + step.missing <= kFreeNumbers)
      second.forgiven += step.missing;
    else
      second.lost += step.missing;
    if (step.fills_gap && second.lost > 0) --second.lost;
    if (step.order != ArrivalOrder::InOrder && step.order != ArrivalOrder::AfterLoss) ++second.disorder;
  }

  /// 0 (unknown) during the first second, else 1 (very poor) to 255 (excellent).
  constexpr std::uint8_t value() const noexcept {
    if (completed_ == 0) return 0;
    std::uint64_t expected = 0, faults = 0;
    for (const Second& second : seconds_) {
      expected += std::uint64_t{second.arrived} + second.lost;
      faults += 4 * std::uint64_t{second.lost} + second.disorder;
    }
    const std::uint64_t quality = std::uint64_t{255} * 4 * expected / (4 * expected + 25 * faults);
    return static_cast<std::uint8_t>(std::max<std::uint64_t>(quality, 1));
  }

 private:
  struct Second {
    std::uint32_t arrived = 0;
    std::uint32_t lost = 0;
    std::uint32_t forgiven = 0;
    std::uint32_t disorder = 0;
  };

  constexpr void next_second(TimePoint now) noexcept {
    if (begun_) ++completed_;
    begun_ = true;
    second_began_ = now;
    current_ = completed_ % kSeconds;
    seconds_[current_] = {};
  }

  std::array<Second, kSeconds> seconds_{};
  std::size_t current_ = 0;
  std::size_t completed_ = 0;
  TimePoint second_began_{};
  bool begun_ = false;
};

}  // namespace idn::stream
