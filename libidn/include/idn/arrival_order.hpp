// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// How a datagram relates to those that arrived before it.
namespace idn {

/// By sequence number.
enum class ArrivalOrder : std::uint8_t {
  InOrder,     ///< the one that follows the newest
  AfterLoss,   ///< numbers were skipped; they may still come
  Late,        ///< after a later one, for the first time
  Duplicate,   ///< it came before
  Unnumbered,  ///< same number as the newest, but a later timestamp: the sender does not number its datagrams
  Restart,     ///< no continuation: the sender restarted
};

/// What one datagram changes.
struct SequenceStep {
  ArrivalOrder order = ArrivalOrder::InOrder;  ///< of this datagram
  std::uint32_t missing = 0;                   ///< of AfterLoss: how many numbers were skipped
  bool fills_gap = false;                      ///< of Late: it was counted as lost until now

  /// Whether its number is the newest now.
  constexpr bool is_forward() const noexcept {
    return order != ArrivalOrder::Late && order != ArrivalOrder::Duplicate;
  }
};

}  // namespace idn
