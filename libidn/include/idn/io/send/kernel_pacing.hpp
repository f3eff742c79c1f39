// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::io {

/// Kernel pacing: the queue discipline of the network interface, where it supports transmission times
/// (tc-fq(8), tc-etf(8)), sends each datagram at its departure time. The sender then runs ahead by a lead that
/// is longer than its scheduling delays, and passes the departure time with each datagram.
struct KernelPacing {
  std::string interface_name;  ///< "eth0"
  std::string discipline;      ///< "fq", which sends late datagrams at once, or "etf", which drops them
};

}  // namespace idn::io
