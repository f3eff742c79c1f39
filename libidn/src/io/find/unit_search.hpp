// SPDX-License-Identifier: MIT
#pragma once

#include <random>

#include "idn/io/find/discovery.hpp"
#include "idn/stop_token.hpp"
#include "io/find/search_sockets.hpp"

namespace idn::io {

/// Runs rounds of a search on the interfaces of this machine.
class UnitSearch {
 public:
  explicit UnitSearch(DiscoveryOptions options)
      : options_(std::move(options)), engine_(options_.search), random_(std::random_device{}()) {}

  /// Blocks; a stop request ends the round at once.
  DiscoveryReport run_round(const stop_token& stop);

 private:
  std::vector<NetworkInterface> wanted_interfaces();
  std::vector<NetworkInterface> open(SearchSockets& sockets, std::vector<NetworkInterface> interfaces);
  void transmit(SearchSockets& sockets, const std::vector<NetworkInterface>& interfaces);

  DiscoveryOptions options_;
  stream::Discovery engine_;
  std::mt19937 random_;
  std::vector<InterfaceProblem> problems_;  ///< of this round; at most one send error per interface
};

}  // namespace idn::io
