// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/result.hpp"

/// Which queue disciplines the datagrams to a receiver pass, and whether they support transmission times, as
/// the kernel reports them (rtnetlink(7)).
namespace idn::io::platform {

struct QueueDiscipline {
  struct Etf {
    clockid_t clock = 0;
    bool deadline_mode = false;  ///< sends as soon as possible, at the given time at the latest
  };

  /// Those below it that the datagrams of one priority pass, by their minor numbers.
  struct Below {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  static constexpr std::size_t kPriorities = 16;

  int interface = 0;         ///< index of the interface
  std::uint32_t handle = 0;  ///< its major number in the upper half
  std::uint32_t parent = 0;
  std::string kind;  ///< "fq"
  std::optional<Etf> etf = std::nullopt;
  /// prio, mqprio: by the priority of a socket (SO_PRIORITY).
  std::optional<std::array<Below, kPriorities>> by_priority = std::nullopt;
};

/// Index of the interface, from the answer to RTM_GETROUTE. Nothing if the answer contains none.
std::optional<int> parse_outgoing_interface(ConstBytes answer);
/// The queue disciplines of all interfaces, from the answers to RTM_GETQDISC.
std::vector<QueueDiscipline> parse_disciplines(ConstBytes answers);

/// What an interface offers for pacing.
struct PacingOffer {
  std::string interface;
  std::string discipline;
  clockid_t clock = 0;
  int priority = 0;  ///< that a socket needs, so that its datagrams pass this discipline
};

/// Whether the disciplines of one interface support kernel pacing.
/// @param priority that the socket has, which it keeps if those support it
/// @return or why they do not, with the remedy, as a sentence fragment for users
Result<PacingOffer> pacing_offer(const std::string& interface, std::span<const QueueDiscipline> disciplines,
                                 std::size_t priority = 0);

/// The same for the interface on the route to `receiver`. Asks the kernel, which takes a moment.
Result<PacingOffer> pacing_towards(const Endpoint& receiver, std::size_t priority);

}  // namespace idn::io::platform
