// SPDX-License-Identifier: MIT
#include "cli/unit_socket.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"

namespace idn::cli {
namespace {

std::string remedy_for(const Error& error, const std::string& place) {
  if (error.system == std::errc::address_in_use)
    return fmt::format("end the other program, or choose another port {} (0 for a free one)", place);
  if (error.system == std::errc::address_not_available)
    return fmt::format("it is not an address of this machine, choose another {}", place);
  if (error.system == std::errc::permission_denied) return fmt::format("choose a port from 1024 on {}", place);
  return "choose another address or port";
}

}  // namespace

std::unique_ptr<io::UnitSocket> open_unit_socket(io::UnitLoop& loop, const io::UnitSocketOptions& options,
                                                 const std::string& place) {
  auto socket = io::UnitSocket::open(loop, options);
  if (socket) return std::move(*socket);
  throw Failure(kEnvironment, fmt::format("cannot receive on {}: {}; {}",
                                          to_string(Endpoint::ipv4(options.address, options.port)),
                                          socket.error().message(), remedy_for(socket.error(), place)));
}

}  // namespace idn::cli
