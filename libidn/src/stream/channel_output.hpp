// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <variant>

#include "idn/stream/fixed_playout.hpp"
#include "idn/stream/playout_estimate.hpp"

namespace idn::stream {

/// The output of one channel as it was asked for: adaptive, fixed, or unknown. All times are those of its own
/// clock.
class ChannelOutput {
 public:
  explicit ChannelOutput(const std::optional<PlayoutConfig>& config) noexcept {
    if (!config) return;
    if (config->is_adaptive)
      playout_.emplace<PlayoutEstimate>(*config);
    else
      playout_.emplace<FixedPlayout>(*config);
  }

  bool is_known() const noexcept { return playout_.index() != 0; }

  /// Only for a known output; `clock` has observed the message of this chunk.
  Playout place(const TimedChunk& chunk, ClockOffset& clock) noexcept {
    if (auto* adaptive = std::get_if<PlayoutEstimate>(&playout_)) return adaptive->place(chunk, clock);
    return std::get_if<FixedPlayout>(&playout_)->place(chunk);
  }

  void restart() noexcept {
    if (auto* adaptive = std::get_if<PlayoutEstimate>(&playout_)) adaptive->restart();
    if (auto* fixed = std::get_if<FixedPlayout>(&playout_)) fixed->restart();
  }
  void give_up() noexcept {
    if (auto* adaptive = std::get_if<PlayoutEstimate>(&playout_)) adaptive->give_up();
    if (auto* fixed = std::get_if<FixedPlayout>(&playout_)) fixed->give_up();
  }

  /// Nothing for an unknown output.
  std::optional<TimePoint> held_until() const noexcept {
    if (const auto* adaptive = std::get_if<PlayoutEstimate>(&playout_)) return adaptive->held_until();
    if (const auto* fixed = std::get_if<FixedPlayout>(&playout_)) return fixed->held_until();
    return std::nullopt;
  }

 private:
  std::variant<std::monostate, FixedPlayout, PlayoutEstimate> playout_;
};

}  // namespace idn::stream
