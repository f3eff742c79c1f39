// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "idn/stream/receive/receiver_listener.hpp"

namespace idn::cli {

/// The levels of a DMX512 line as a receiver takes them, and how often they come. A plain value without heap.
class DmxMeter {
 public:
  /// A level of a slot: the latest, and the range since the first one.
  struct Slot {
    std::uint8_t last = 0;
    std::uint8_t min = 0;
    std::uint8_t max = 0;
  };
  /// Adjacent slots that have levels.
  struct Range {
    std::size_t base = 1;  ///< 1 to 512
    std::size_t count = 0;
  };

  /// Segments of one packet have to be in order, as receivers deliver them.
  void add(const stream::DmxChunk& chunk) noexcept;
  void add(const stream::DmxLevelChunk& chunk) noexcept;

  /// Sets of levels, and complete packets with start code 0.
  std::uint64_t updates() const noexcept { return updates_; }
  /// Complete packets with another start code: they have no levels.
  std::uint64_t other_packets() const noexcept { return other_packets_; }
  /// From the first update to the last.
  Duration span() const noexcept { return last_ - first_; }
  /// Empty with less than two updates.
  std::optional<double> updates_per_second() const noexcept;
  /// The longest time from one update to the next.
  Duration largest_gap() const noexcept { return largest_gap_; }
  /// The update that ended it.
  TimePoint largest_gap_end() const noexcept { return largest_gap_end_; }
  /// Slots that had a level.
  std::size_t used() const noexcept { return is_used_.count(); }
  std::vector<Range> ranges() const;
  /// @param number of a used slot, 1 to 512
  const Slot& slot(std::size_t number) const { return slots_.at(number - 1); }

 private:
  void set(std::size_t index, std::uint8_t level) noexcept;
  void update(TimePoint at) noexcept;

  std::array<Slot, wire::kDmxSlots> slots_{};
  std::bitset<wire::kDmxSlots> is_used_;
  std::uint64_t updates_ = 0;
  std::uint64_t other_packets_ = 0;
  bool has_levels_ = false;  ///< the packet that is received has start code 0
  TimePoint first_{};
  TimePoint last_{};
  Duration largest_gap_{};
  TimePoint largest_gap_end_{};
};

/// "slots 1 to 24 and 101", "no slot".
std::string slots_text(const DmxMeter& levels);

/// One block character per used slot, in eight steps, of the first 32: "▁▄█ and 12 more". UTF-8.
std::string level_bars(const DmxMeter& levels);

/// As docs/report.md describes it.
nlohmann::ordered_json dmx_json(const DmxMeter& levels);

}  // namespace idn::cli
