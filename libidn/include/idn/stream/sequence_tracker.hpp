// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "idn/wire/acknowledge.hpp"

/// The sequence numbers of one connection: loss, duplicates, reordering, restarts (section 1.8.3).
namespace idn::stream {

/// Order of a sequence number relative to the earlier ones.
enum class SequenceOrder : std::uint8_t {
  InOrder,    ///< the one that follows the newest
  Gap,        ///< numbers were skipped; they may still arrive late
  Late,       ///< an older number, seen for the first time
  Duplicate,  ///< an older number that was seen before
  Restart,    ///< too far away to be loss or reordering: the sender restarted
};

/// Classification of one sequence number.
struct SequenceStep {
  SequenceOrder order = SequenceOrder::InOrder;  ///< of this number
  bool fills_a_gap = false;                      ///< for Late: it was counted as missing before
  std::uint16_t missing = 0;                     ///< for Gap: how many numbers were skipped, 1..1023

  /// Whether this number is the newest now.
  constexpr bool is_forward() const noexcept {
    return order != SequenceOrder::Late && order != SequenceOrder::Duplicate;
  }

  /// The input events that an acknowledge reports for it.
  constexpr std::uint16_t input_events() const noexcept {
    using namespace wire::input_event;
    switch (order) {
      case SequenceOrder::InOrder:
        return 0;
      case SequenceOrder::Gap:
        return kSequence | kSequenceMissing;
      case SequenceOrder::Duplicate:
        return kSequence | kSequenceDuplicate;
      case SequenceOrder::Late:
      case SequenceOrder::Restart:
        break;
    }
    return kSequence;
  }
};

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

  /// Classifies the number of the next packet.
  constexpr SequenceStep step(std::uint16_t sequence) noexcept {
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
    return {.order = SequenceOrder::Restart};
  }

 private:
  constexpr void advance(int shift) noexcept {
    seen_ = (shift < kHistory ? seen_ << shift : 0) | 1;
    known_ = known_ + shift < kHistory ? known_ + shift : kHistory;
    expected_ = static_cast<std::uint16_t>(expected_ + shift);
  }

  constexpr SequenceStep skip(int gap) noexcept {
    advance(gap + 1);
    return {.order = SequenceOrder::Gap, .missing = static_cast<std::uint16_t>(gap)};
  }

  constexpr SequenceStep take_earlier(int index) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << index;
    if ((seen_ & bit) != 0) return {.order = SequenceOrder::Duplicate};
    seen_ |= bit;
    return {.order = SequenceOrder::Late, .fills_a_gap = index < known_};
  }

  std::uint16_t expected_;
  std::uint64_t seen_ = 0;  ///< bit i: number expected_ - 1 - i arrived
  int known_ = 0;           ///< how many of these numbers belong to the connection
};

}  // namespace idn::stream
