// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "stream/playout/adaptive_playout.hpp"
#include "stream/playout/fixed_playout.hpp"
#include "stream/playout/governed_playout.hpp"

namespace idn::stream {

/// The playout of one channel, of the configured kind: adaptive, fixed or governed (adaptive jitter buffer), or
/// unknown where none is configured. All times are of the clock of the output. Threads: one owner.
class ChannelOutput {
 public:
  explicit ChannelOutput(const std::optional<PlayoutConfig>& config) {
    if (!config) return;
    if (config->is_adaptive)
      playout_.emplace<AdaptivePlayout>(*config);
    else if (config->underrun_probability > 0)
      playout_ = std::make_unique<GovernedPlayout>(*config);
    else
      playout_.emplace<FixedPlayout>(*config);
  }

  bool is_known() const noexcept { return playout_.index() != 0; }

  /// Computes when a chunk is shown. Only for a known output; `clock` has observed the message of this chunk.
  PlayoutTime place(const TimedChunk& chunk, ClockOffset& clock) noexcept {
    if (auto* adaptive = std::get_if<AdaptivePlayout>(&playout_)) return adaptive->place(chunk, clock);
    if (auto* governed = std::get_if<Governed>(&playout_)) return (*governed)->place(chunk, clock);
    return std::get_if<FixedPlayout>(&playout_)->place(chunk);
  }

  /// Forgets the running time axis, not what the output holds.
  void restart() noexcept {
    if (auto* adaptive = std::get_if<AdaptivePlayout>(&playout_)) adaptive->restart();
    if (auto* fixed = std::get_if<FixedPlayout>(&playout_)) fixed->restart();
    if (auto* governed = std::get_if<Governed>(&playout_)) (*governed)->restart();
  }
  /// The output goes dark at once and drops what it holds.
  void give_up() noexcept {
    if (auto* adaptive = std::get_if<AdaptivePlayout>(&playout_)) adaptive->give_up();
    if (auto* fixed = std::get_if<FixedPlayout>(&playout_)) fixed->give_up();
    if (auto* governed = std::get_if<Governed>(&playout_)) (*governed)->give_up();
  }

  /// When the output has played everything that it holds; nothing for an unknown output.
  std::optional<TimePoint> held_until() const noexcept {
    if (const auto* adaptive = std::get_if<AdaptivePlayout>(&playout_)) return adaptive->held_until();
    if (const auto* fixed = std::get_if<FixedPlayout>(&playout_)) return fixed->held_until();
    if (const auto* governed = std::get_if<Governed>(&playout_)) return (*governed)->held_until();
    return std::nullopt;
  }

 private:
  using Governed = std::unique_ptr<GovernedPlayout>;  // on the heap, since it is large

  std::variant<std::monostate, FixedPlayout, AdaptivePlayout, Governed> playout_;
};

}  // namespace idn::stream
