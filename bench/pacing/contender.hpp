// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/pacing/measuring_unit.hpp"

namespace idn::bench {

/// Paths of the other programs.
struct Programs {
  std::string sender;              ///< idn_sender
  std::string peer;                ///< laser_dac_peer, see tests/interop/laser_dac
  std::string libera_host = {};    ///< libera_player, see tests/plugins
  std::string libera_plugin = {};  ///< libidn_libera
};

enum class Family : std::uint8_t {
  Ours,
  Control,  ///< a plain loop, which shows what the machine allows
  Peer,     ///< a sender of another project
};

struct StreamShape {
  std::uint64_t rate = 100'000;  ///< samples per second
  std::uint64_t samples = 100;   ///< per datagram, thus per tick
  Duration duration{};
};

/// A program with its arguments.
using Words = std::vector<std::string>;

/// One of the senders that are compared.
struct Contender {
  std::string key;    ///< for the command line and JSON
  std::string title;  ///< for people
  Family family{};
  ReadPolicy answers{};
  /// The command line that streams to the unit.
  std::function<Words(const MeasuringUnit&)> command{};
  std::string missing{};  ///< why it cannot run here, and what would help; empty when it can
};

/// All contenders, in the order of the table.
std::vector<Contender> contenders(const Programs& programs, const StreamShape& shape);

/// The key of each, for help and messages.
std::string contender_keys();

/// Command line of idn_sender that streams a circle to `target`, with `options` at its end.
Words sender_command(const std::string& program, const std::string& target, const StreamShape& shape,
                     const Words& options);

}  // namespace idn::bench
