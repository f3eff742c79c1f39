// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "idn/capture/datagram_reader.hpp"
#include "idn/dscp.hpp"
#include "idn/statistics.hpp"

namespace idn::parser {

/// A datagram with another DSCP than the one before.
struct MarkChange {
  capture::CapturePosition at;
  std::uint8_t from = 0;
  std::uint8_t to = 0;
};

/// The marks of the datagrams of a connection: DSCP, and the priority in VLAN tags.
class Marks {
 public:
  static constexpr std::size_t kPriorities = 8;

  void add(const capture::UdpMarks& marks, const capture::CapturePosition& at) {
    if (last_ && *last_ != marks.dscp) changes_.add({at, *last_, marks.dscp});
    last_ = marks.dscp;
    ++by_dscp_[marks.dscp & kMaxDscp];
    if (marks.vlan_priority) ++by_priority_[*marks.vlan_priority % kPriorities];
  }

  /// Datagrams by DSCP.
  const std::array<std::uint64_t, kMaxDscp + 1>& by_dscp() const noexcept { return by_dscp_; }
  /// Datagrams with a VLAN tag by its priority.
  const std::array<std::uint64_t, kPriorities>& by_priority() const noexcept { return by_priority_; }
  const BoundedEventLog<MarkChange>& changes() const noexcept { return changes_; }

 private:
  std::array<std::uint64_t, kMaxDscp + 1> by_dscp_{};
  std::array<std::uint64_t, kPriorities> by_priority_{};
  std::optional<std::uint8_t> last_;
  BoundedEventLog<MarkChange> changes_;
};

}  // namespace idn::parser
