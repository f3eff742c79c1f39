// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>

#include "idn/time.hpp"

/// The time from a trigger to the light, divided into stages.
namespace idn::latency {

/// What happens between two successive timestamps.
enum class Stage : std::uint8_t {
  Input,   ///< T0 to T1: the trigger reaches the application, which decides and draws
  Wait,    ///< T1 to T2: what is ahead of the sample in queues and pipes
  Late,    ///< T2 to T3: the sender is late
  Stack,   ///< T3 to T4: the system call and the kernel's queues
  Wire,    ///< T4 to T5: network card, cables, switches
  Buffer,  ///< T5 to T6: the sample waits in the buffer of the receiver
};

/// All stages, in the order in which they occur.
inline constexpr std::array kStages{Stage::Input, Stage::Wait, Stage::Late,
                                    Stage::Stack, Stage::Wire, Stage::Buffer};

/// "input", "wait" ...
constexpr std::string_view to_string(Stage stage) noexcept {
  constexpr std::array<std::string_view, kStages.size()> kNames{"input", "wait", "late",
                                                                "stack", "wire", "buffer"};
  return kNames[static_cast<std::size_t>(stage)];
}

/// When the first sample that shows a trigger passed each point, all by one clock. Points that were not
/// observed are empty.
struct StageTimestamps {
  TimePoint trigger{};                ///< T0: the trigger came, by the kernel's time stamp
  std::optional<TimePoint> handed{};  ///< T1: the application hands the sample over
  std::optional<TimePoint> due{};     ///< T2: its datagram is to leave
  std::optional<TimePoint> called{};  ///< T3: the system is asked to send it
  std::optional<TimePoint> left{};    ///< T4: it leaves this machine
  TimePoint arrived{};                ///< T5: the receiver's kernel has it
  TimePoint shown{};                  ///< T6: the output shows the sample
};

/// Time in each stage. The sum is T6 - T0 exactly, also where timestamps are missing.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class StageTimes {
 public:
  /// Where timestamps are missing, the first of the stages between the two present ones gets all of the time,
  /// and the others are zero.
  constexpr explicit StageTimes(const StageTimestamps& stamps) noexcept {
    const std::array<std::optional<TimePoint>, kStages.size()> ends{
        stamps.handed, stamps.due, stamps.called, stamps.left, stamps.arrived, stamps.shown};
    TimePoint begin = stamps.trigger;
    std::size_t first = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (!ends[i]) continue;
      times_[first] = *ends[i] - begin;
      begin = *ends[i];
      first = i + 1;
    }
  }

  /// May be slightly negative where timestamps from different clocks or sources disagree.
  constexpr Duration operator[](Stage stage) const noexcept { return times_[static_cast<std::size_t>(stage)]; }
  /// T6 - T0.
  constexpr Duration whole() const noexcept {
    return std::accumulate(times_.begin(), times_.end(), Duration{0});
  }

 private:
  std::array<Duration, kStages.size()> times_{};
};

}  // namespace idn::latency
