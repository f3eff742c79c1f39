// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "idn/endpoint.hpp"
#include "idn/time.hpp"
#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

struct RelayOptions {
  std::uint32_t address = 0;      ///< IPv4 to receive on, 0 for every interface
  std::uint16_t port = kIdnPort;  ///< 0: a free one
  Endpoint to;                    ///< the receiver
  std::optional<Endpoint> view;   ///< gets a copy of all that the receiver gets, and is never listened to
  FaultPlan plan;                 ///< distance included
  double kilometres = 0;
  std::string record_sent;      ///< capture of what senders and receiver sent, empty for none
  std::string record_received;  ///< capture of what was passed on
  std::optional<Duration> duration;
  bool no_realtime = false;
  bool json = false;
};

/// The options, or the exit code with which the program ends now.
/// @throws cli::Failure for a receiver or a plan that does not exist
std::variant<RelayOptions, int> parse_relay_options(int argc, const char* const* argv);

}  // namespace idn::server
