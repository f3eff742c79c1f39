// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "bench/fanout/figures.hpp"

namespace idn::bench {

struct FanOutOptions {
  std::size_t projectors = 1;
  std::size_t loops = 1;
  Duration measured = std::chrono::seconds(4);
  std::optional<unsigned> processor{};  ///< that the loops are bound to; nothing: any
  bool awake_processors = true;         ///< see io::RealtimeOptions
  // Called at the beginning and at the end of the measured time; may be empty.
  std::function<void()> on_begin{};
  std::function<void()> on_end{};
};

struct FanOutResult {
  FanoutFigures figures;
  std::uint64_t dropped_by_sink = 0;
  double processor_percent = 0;  ///< of one core, by all loops together
  Duration guard{};              ///< of the first loop, at the end
  std::uint64_t late_ticks = 0;
  std::uint64_t restarts = 0;
  std::uint64_t starved_samples = 0;
  std::uint64_t system_calls = 0;
  bool stepped_down = false;
};

/// Streams to `projectors` receivers over loopback, each at 100 kHz with 100 samples per datagram; the library
/// as idn_sender uses it, with a producer that fills all sessions. Blocks.
/// @throws cli::Failure
FanOutResult run_fan_out(const FanOutOptions& options);

}  // namespace idn::bench
