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
  std::string name;             ///< for the program, unless it is a signal
  std::string title;            ///< for people
  std::optional<int> signal{};  ///< sent by the one who measures
  bool ends_process = false;
  bool tells_receiver = true;    ///< there is a dark datagram: else the receiver has to find out by itself
  bool aborts = false;           ///< what the receiver has buffered is dropped
  bool returns_at_once = false;  ///< the call waits for nothing
};

/// All there are, those that tell the receiver first.
const std::vector<EndMethod>& end_methods();

struct DarkRound {
  Duration called{};                   ///< since 1970
  std::optional<Duration> returned{};  ///< where the call does
  SeenLight seen{};
};

/// The program that ends in all these ways, as built.
std::string default_application();

struct DarkPlan {
  std::string application = default_application();
  std::uint64_t rounds = 200;
  std::uint64_t seed = 7255;                     ///< for where in a tick each round begins
  Duration tick = std::chrono::milliseconds(1);  ///< of the application
};

/// Each round has a process and a receiver of its own. `on_round` is called ahead of each. Rounds in which it
/// was dark already when the call came, since the application was late with its samples, are repeated.
/// @throws std::runtime_error when the application shows no light; the message says why
std::vector<DarkRound> run_rounds(const EndMethod& way, const DarkPlan& plan,
                                  const std::function<void(std::uint64_t)>& on_round);

}  // namespace idn::bench
