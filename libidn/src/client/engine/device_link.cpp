// SPDX-License-Identifier: MIT
#include "client/engine/device_link.hpp"

#include <utility>

namespace idn::client {
namespace {

tl::unexpected<Error> not_connected(const std::string& name, const Error& error) {
  // EACCES: a broadcast address, on a socket without SO_BROADCAST.
  if (error.system == std::errc::permission_denied)
    return fail(Errc::BadTarget, name + ": is a broadcast address, but a stream goes to one receiver",
                "give the address of that receiver");
  return fail(Errc::Network, name + ": " + error.message(), "check the name and the network", error.system);
}

}  // namespace

Result<DeviceLink> connect(const std::string& name, const Endpoint& receiver, std::uint8_t dscp,
                           const ExpertOptions& options, std::shared_ptr<io::SocketGroup> group) {
  auto socket =
      io::StreamSocket::open(receiver, {.dscp = dscp, .log = options.send_log, .group = std::move(group)});
  if (!socket) return not_connected(name, socket.error());
  DeviceLink connection{.socket = *std::move(socket)};
  if (options.kernel_pacing) {
    auto pacing = connection.socket->enable_kernel_pacing();
    if (!pacing) return fail(Errc::BadOption, pacing.error());
    connection.pacing = *std::move(pacing);
  }
  return connection;
}

}  // namespace idn::client
