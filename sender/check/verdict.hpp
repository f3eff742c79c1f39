// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn/client/status.hpp"
#include "sender/stream_watch.hpp"

namespace idn::sender {

/// What a check of a projector has found, in the time that a dark stream went there.
struct Checked {
  bool answers_search = false;  ///< somebody at its address answered a search
  client::DeviceStatus status{};
  StreamWatch::Network network{};
  std::vector<Duration> round_trips{};  ///< of acknowledges, by length
  bool was_away = false;                ///< it answered, and then for a time no more
  std::string flickered{};              ///< what it dropped at one time; empty: nothing
  std::uint64_t wake_ups = 0;           ///< of the tick thread, in which status.late_ticks were late
};

struct Verdict {
  bool is_ready = false;
  std::string text{};    ///< "READY", or the cause
  std::string remedy{};  ///< may be empty
};

/// The share of the receiver's buffer that a single wake-up may be late.
inline constexpr double kLatestShare = 0.5;
/// The buffer of a receiver that does not report its latency.
inline constexpr Duration kAssumedBuffer = std::chrono::milliseconds(20);

/// The first thing that is wrong, in the order in which one looks for it: the projector, the network, this
/// machine.
Verdict verdict_of(const Checked& checked);

}  // namespace idn::sender
