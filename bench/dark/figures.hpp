// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "bench/dark/round.hpp"
#include "bench/machine/stall_watch.hpp"
#include "bench/report/result_file.hpp"

namespace idn::bench {

/// Percentiles (nearest rank) of one time, in ticks after the call; negative: before it.
struct Ticks {
  double p50 = 0;
  double p99 = 0;
  double worst = 0;
};

/// Results of all rounds of one method to end light.
struct DarkFigures {
  std::size_t rounds = 0;
  std::optional<Ticks> last_lit{};    ///< the last lit datagram on the wire
  std::optional<Ticks> first_dark{};  ///< the first dark datagram after it, where there is one
  std::optional<Ticks> last_shown{};  ///< the last light of the receiver's output
  std::size_t notified = 0;           ///< rounds with a dark datagram, a close or an abort
  std::size_t timed_out = 0;          ///< rounds which the receiver ended by link time-out
  std::optional<Ticks> time_out{};    ///< when it did
  std::size_t late = 0;               ///< rounds that took more than two ticks to be dark on the wire
  std::size_t late_at_stall = 0;      ///< of these, with stalls at least as long as what exceeded two ticks
  std::size_t unusable = 0;           ///< datagrams that the kernel dropped or did not stamp
};

/// Rounds that take longer are late, and have to be explained by a stall.
inline constexpr double kLateTicks = 2;

/// When it is dark on the wire, in ticks after the call: the first dark datagram where the method has one, else
/// the last lit one.
std::optional<double> darkness(const EndMethod& method, const DarkRound& round, Duration tick);

DarkFigures figures_of(const EndMethod& method, std::span<const DarkRound> rounds,
                       const std::vector<Stall>& stalls, Duration tick);

/// Percentiles of the values; nothing without values.
std::optional<Ticks> ticks_of(std::vector<double> values);

Json to_json(const DarkFigures& figures);

}  // namespace idn::bench
