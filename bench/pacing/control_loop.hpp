// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "idn/time.hpp"

/// Minimal senders to compare with: a loop that sends one datagram per tick.
namespace idn::bench {

enum class ControlWait : std::uint8_t {
  SleepFor,  ///< the paper's loop: what is left of the tick is slept by std::this_thread::sleep_for
  Absolute,  ///< sleeps until a point of time
  Spin,      ///< reads the clock until it is time
};

/// "sleep-for", "absolute" or "spin".
std::optional<ControlWait> control_wait_from(std::string_view name) noexcept;

struct ControlOptions {
  ControlWait wait = ControlWait::SleepFor;
  bool realtime = false;  ///< real-time priority, locked memory and the rest that idn_sender asks for
  std::string target;
  std::uint64_t rate = 100'000;
  std::uint64_t samples = 100;
  Duration duration{};
};

/// Streams to `target` for `duration`; returns the exit code.
int run_control(const ControlOptions& options);

}  // namespace idn::bench
