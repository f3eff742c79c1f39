// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

namespace idn::test {

struct SocketCounts {
  int all = 0;
  int inherited = 0;  ///< by programs that this one would start
  friend bool operator==(const SocketCounts&, const SocketCounts&) = default;
};

/// The sockets of this process with this local port.
inline SocketCounts sockets_at(std::uint16_t port) {
  SocketCounts counts;
  for (int number = 0; number < 1024; ++number) {
    sockaddr_in local{};
    socklen_t size = sizeof local;
    if (::getsockname(number, reinterpret_cast<sockaddr*>(&local), &size) != 0) continue;
    if (local.sin_family != AF_INET || ntohs(local.sin_port) != port) continue;
    ++counts.all;
    if ((::fcntl(number, F_GETFD) & FD_CLOEXEC) == 0) ++counts.inherited;
  }
  return counts;
}

}  // namespace idn::test
