// SPDX-License-Identifier: MIT
#include "bench/loopback_socket.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"

namespace idn::bench {

std::unique_ptr<io::UnitSocket> open_loopback_socket(io::UnitLoop& loop) {
  auto socket = io::UnitSocket::open(loop, {.address = 0x7F00'0001, .port = 0});
  if (socket) return std::move(*socket);
  throw cli::Failure(cli::kEnvironment, fmt::format("cannot receive on loopback: {}; check the network",
                                                    socket.error().message()));
}

}  // namespace idn::bench
