// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "idn/time.hpp"

/// The published loop of Ofner and Frank (one packet of 1 ms per tick of 1 ms), in virtual time, on a system
/// where a sleep ends at an interrupt of a periodic timer.
namespace idn::test {

/// Rounding of the remaining time of a tick before it is passed to the sleep call.
enum class SleepRounding : std::uint8_t {
  None,     ///< not rounded: nanoseconds
  Up,       ///< to whole milliseconds, as std::this_thread::sleep_for does on Windows
  Nearest,  ///< to whole milliseconds
  Down,     ///< to whole milliseconds: Sleep(rest / 1 ms); below 1 ms there is no sleep
};

/// The time from which the duration of a sleep counts.
enum class SleepOrigin : std::uint8_t {
  Call,       ///< the call: wakes at the first interrupt at or after call + rest
  Interrupt,  ///< the last interrupt before the call, as for Sleep() on Windows: wakes earlier
};

/// Delays of wake-ups by other work on the system.
struct SystemLoad {
  double share = 0;  ///< of the wake-ups that are delayed, 0 to 1
  Duration mean{};   ///< mean of the delays, which are exponentially distributed
};

struct SleepingSystem {
  Duration period{std::chrono::milliseconds(1)};  ///< of the timer's interrupts
  SleepRounding rounding = SleepRounding::None;
  SleepOrigin origin = SleepOrigin::Call;
  SystemLoad load{};
};

std::string_view to_string(SleepRounding rounding) noexcept;
std::string_view to_string(SleepOrigin origin) noexcept;

/// The packet offsets of a stream of 100 kHz with 100 samples per packet.
/// @param packets at least 1; @return packets - 1 offsets
std::vector<Duration> published_loop_offsets(const SleepingSystem& system, std::size_t packets,
                                             std::uint32_t seed);

/// The share of offsets in [from, below).
double share(const std::vector<Duration>& offsets, Duration from, Duration below);
double average_us(const std::vector<Duration>& offsets);

}  // namespace idn::test
