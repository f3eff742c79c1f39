// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"

/// Which queue discipline holds datagrams back on their way out, as the kernel tells it (rtnetlink(7)).
namespace idn::io::platform {

struct QueueDiscipline {
  struct Etf {
    clockid_t clock = 0;
    bool deadline_mode = false;  ///< it sends as early as it likes
  };

  int interface = 0;         ///< index
  std::uint32_t handle = 0;  ///< the upper half names it
  std::uint32_t parent = 0;
  std::string kind;  ///< "fq"
  std::optional<Etf> etf = std::nullopt;
};

/// From the answer to RTM_GETROUTE. Nothing where there is none in it.
std::optional<int> parse_outgoing_interface(ConstBytes answer);
/// From the answers to RTM_GETQDISC, of all interfaces.
std::vector<QueueDiscipline> parse_disciplines(ConstBytes answers);

/// What an interface offers for pacing.
struct PacingOffer {
  std::string interface;
  std::string discipline;
  clockid_t clock = 0;
};

/// The verdict on the disciplines of one interface.
/// @return why it cannot, with the remedy, as a sentence fragment for users
SystemResult<PacingOffer> judge(const std::string& interface, std::span<const QueueDiscipline> disciplines);

/// Asks the kernel. Blocks a moment.
SystemResult<PacingOffer> pacing_towards(const Endpoint& receiver);

}  // namespace idn::io::platform
