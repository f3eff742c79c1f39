// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::io {

/// Who keeps the departure times when the sender does not have to: the queue discipline of the network
/// interface, where it knows transmission times (tc-fq(8), tc-etf(8)). The sender then runs ahead by a lead
/// that is longer than it may be kept from running, and hands over each datagram together with its departure.
struct KernelPacing {
  std::string interface;   ///< "eth0"; several as "eth0, eth1"
  std::string discipline;  ///< "fq", which sends late datagrams at once, or "etf", which drops them
};

}  // namespace idn::io
