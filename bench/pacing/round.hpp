// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "bench/pacing/contender.hpp"
#include "bench/pacing/figures.hpp"
#include "bench/pacing/sender_report.hpp"

namespace idn::bench {

/// Results of one contender in one round.
struct RoundResult {
  PacingFigures figures;
  std::uint64_t lost = 0;                       ///< on the way or in the kernel, over the whole stream
  std::optional<double> sending_cpu_percent{};  ///< of one core: of the thread that sends and waits
  std::optional<double> process_cpu_percent{};  ///< of one core: of all threads
  double steal_percent = 0;                     ///< of all cores
  SenderReport report{};                        ///< empty for senders other than idn_sender
};

/// The beginning of each stream, which is not measured: buffers are filled and processors wake up.
inline constexpr std::chrono::milliseconds kLeadIn{300};
/// The end of each stream, which is not measured either.
inline constexpr std::chrono::milliseconds kLeadOut{200};

/// Runs the contender's command, which streams kLeadIn + `measured` + kLeadOut.
/// @param load processes that keep a core busy meanwhile
/// @throws std::runtime_error when the round gives no result; the message says why
RoundResult run_round(const Contender& contender, Duration measured, unsigned load);

}  // namespace idn::bench
