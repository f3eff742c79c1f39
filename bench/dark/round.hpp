// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/dark/light_watch.hpp"

namespace idn::bench {

/// How an application ends its light.
struct EndMethod {
  std::string name;             ///< argument of the application, unless it is ended by a signal
  std::string title;            ///< for people
  std::optional<int> signal{};  ///< that idn_bench sends to the application
  bool ends_process = false;
  bool notifies_receiver = true;  ///< by a dark datagram; else the receiver is lit until its link time-out
  bool aborts = false;            ///< the receiver drops what it has buffered
  bool returns_at_once = false;   ///< the call does not block
};

/// Every method; first those that send a dark datagram.
const std::vector<EndMethod>& end_methods();

struct DarkRound {
  Duration called{};                   ///< since 1970
  std::optional<Duration> returned{};  ///< if the call returns; since 1970
  SeenLight seen{};
};

/// Path of idn_bench_application, as built.
std::string default_application();

struct DarkPlan {
  std::string application = default_application();
  std::uint64_t rounds = 200;
  std::uint64_t seed = 7255;                     ///< of the phases of the tick at which the calls come
  Duration tick = std::chrono::milliseconds(1);  ///< of the application
};

/// Each round has a process and a receiver of its own. `on_round` is called ahead of each. Rounds in which it
/// was dark already when the call came, since the application was late with its samples, are repeated.
/// @throws std::runtime_error when the application shows no light; the message says why
std::vector<DarkRound> run_rounds(const EndMethod& method, const DarkPlan& plan,
                                  const std::function<void(std::uint64_t)>& on_round);

}  // namespace idn::bench
