// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "idn/bytes.hpp"

namespace idn::io {

/// The last few answers of one receiver. They are cut to kMaxAnswer octets, the buffer of io::serve(); an
/// acknowledge is shorter.
class AnswerInbox {
 public:
  static constexpr std::size_t kMaxAnswer = 64;
  static constexpr std::size_t kAnswers = 4;

  /// Stores an answer. @return false if the inbox was full: then the oldest one is dropped, since the newest
  /// shows the present state of the receiver.
  bool put(ConstBytes answer) noexcept {
    Slot& slot = slots_[(first_ + count_) % kAnswers];
    slot.length = std::min(answer.size(), kMaxAnswer);
    std::ranges::copy(answer.first(slot.length), slot.octets.begin());
    if (count_ < kAnswers) return ++count_, true;
    first_ = (first_ + 1) % kAnswers;
    return false;
  }

  /// Removes the oldest answer, copied as far as it fits. @return its length; 0: there is none
  std::size_t take(MutableBytes buffer) noexcept {
    if (count_ == 0) return 0;
    const Slot& slot = slots_[first_];
    const std::size_t length = std::min(slot.length, buffer.size());
    std::ranges::copy(ConstBytes(slot.octets).first(length), buffer.begin());
    first_ = (first_ + 1) % kAnswers;
    --count_;
    return length;
  }

 private:
  struct Slot {
    std::array<std::byte, kMaxAnswer> octets;
    std::size_t length = 0;
  };
  std::array<Slot, kAnswers> slots_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace idn::io
