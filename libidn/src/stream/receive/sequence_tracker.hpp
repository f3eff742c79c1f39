// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/arrival_order.hpp"
#include "idn/wire/acknowledge.hpp"

/// The sequence numbers of one connection: loss, duplicates, reordering, restarts (section 1.8.3).
namespace idn::stream {

/// The input events that an acknowledge reports for the number of a packet.
constexpr std::uint16_t input_events(const SequenceStep& step) noexcept {
  using namespace wire::input_event;
  if (step.order == ArrivalOrder::InOrder) return 0;
  if (step.order == ArrivalOrder::AfterLoss) return kSequence | kSequenceMissing;
  return step.order == ArrivalOrder::Duplicate ? kSequence | kSequenceDuplicate : kSequence;
}

/// Classifies sequence numbers, with a bitmap of the last 64.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class SequenceTracker {
 public:
  static constexpr int kMaxGap = 1023;  ///< longer steps are a restart
  static constexpr int kHistory = 64;   ///< numbers in the bitmap; an older one is a restart

  /// `first` is the number of the packet that opens the connection, or of the next one to come.
  explicit constexpr SequenceTracker(std::uint16_t first) noexcept : expected_(first) {}

  /// Whether a number was probably sent before the latest one.
  constexpr bool is_behind(std::uint16_t sequence) const noexcept {
    const int distance = static_cast<std::int16_t>(sequence - expected_);
    return distance < 0 && distance >= -kHistory;
  }

  /// A request of the client, such as a ping: some clients number these and the packets by one counter, so that
  /// a number which only a request had is not missing.
  constexpr void take_request(std::uint16_t sequence) noexcept {
    if (sequence == static_cast<std::uint16_t>(expected_ + requests_)) ++requests_;
  }

  /// Classifies the number of the next packet.
  constexpr SequenceStep step(std::uint16_t sequence) noexcept {
    if (requests_ > 0) skip_requests(sequence);
    if (sequence == expected_) {
      advance(1);
      return {};
    }
    const int distance = static_cast<std::int16_t>(sequence - expected_);
    if (distance > 0 && distance <= kMaxGap) return skip(distance);
    if (is_behind(sequence)) return take_earlier(-distance - 1);
    *this = SequenceTracker(static_cast<std::uint16_t>(sequence + 1));
    seen_ = 1;
    known_ = 1;
    return {.order = ArrivalOrder::Restart};
  }

 private:
  /// Where the numbers of the requests are the only ones between.
  constexpr void skip_requests(std::uint16_t sequence) noexcept {
    const std::uint16_t skipped = requests_;
    requests_ = 0;
    if (sequence != static_cast<std::uint16_t>(expected_ + skipped)) return;
    for (int i = 0; i < skipped; ++i) advance(1);
  }

  constexpr void advance(int shift) noexcept {
    seen_ = (shift < kHistory ? seen_ << shift : 0) | 1;
    known_ = known_ + shift < kHistory ? known_ + shift : kHistory;
    expected_ = static_cast<std::uint16_t>(expected_ + shift);
  }

  constexpr SequenceStep skip(int gap) noexcept {
    advance(gap + 1);
    return {.order = ArrivalOrder::AfterLoss, .missing = static_cast<std::uint32_t>(gap)};
  }

  constexpr SequenceStep take_earlier(int index) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << index;
    if ((seen_ & bit) != 0) return {.order = ArrivalOrder::Duplicate};
    seen_ |= bit;
    return {.order = ArrivalOrder::Late, .fills_gap = index < known_};
  }

  std::uint16_t expected_;
  std::uint16_t requests_ = 0;  ///< since the latest packet, with the numbers that follow it
  std::uint64_t seen_ = 0;      ///< bit i: number expected_ - 1 - i arrived
  int known_ = 0;               ///< how many of these numbers belong to the connection
};

}  // namespace idn::stream
