// SPDX-License-Identifier: MIT
#include "sender/show/roads.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "idn/io/resolve.hpp"
#include "sender/target.hpp"

namespace idn::sender {

Road Roads::open(const std::string& target) {
  const Target parsed = parse_target(target);
  const auto road = shares_ ? open_shared(parsed.host, parsed.port) : open_own(parsed.host, parsed.port);
  // What the system answers where a socket that did not ask for it is to reach everybody.
  if (!road && road.error() == std::errc::permission_denied)
    throw cli::Failure(cli::kUsage, fmt::format("--target {}: is a broadcast address, but a stream goes to one "
                                                "receiver; give the address of that one",
                                                target));
  if (!road && road.error() == std::errc::invalid_argument)
    throw cli::Failure(cli::kUsage,
                       fmt::format("--target {}: an address has four numbers from 0 to 255", target));
  if (!road)
    throw cli::Failure(cli::kEnvironment, fmt::format("--target {}: {}; check the name and the network", target,
                                                      road.error().message()));
  return *road;
}

void Roads::enable_kernel_pacing() {
  const auto enable = [&](auto& socket) {
    auto pacing = socket.enable_kernel_pacing();
    if (!pacing) throw cli::Failure(cli::kEnvironment, "--pace kernel: " + pacing.error());
    pacing_ = std::move(*pacing);
  };
  for (const auto& transport : own_) enable(*transport);
  for (const auto& socket : shared_) enable(*socket);
}

tl::expected<Road, std::error_code> Roads::open_own(const std::string& host, std::uint16_t port) {
  auto opened = io::UdpTransport::open(host, port);
  if (!opened) return tl::unexpected(opened.error());
  io::UdpTransport& transport = *own_.emplace_back(std::move(*opened));
  return Road{&transport, transport.local(), transport.remote()};
}

tl::expected<Road, std::error_code> Roads::open_shared(const std::string& host, std::uint16_t port) {
  const auto receiver = io::resolve(host, port);
  if (!receiver) return tl::unexpected(receiver.error());
  // A second stream to the same receiver needs another socket, since answers are told apart by their source.
  for (const auto& socket : shared_) {
    const auto road = connect(*socket, *receiver);
    if (road || road.error() != std::errc::already_connected) return road;
  }
  auto opened = io::SharedSocket::open();
  if (!opened) return tl::unexpected(opened.error());
  return connect(*shared_.emplace_back(std::move(*opened)), *receiver);
}

tl::expected<Road, std::error_code> Roads::connect(io::SharedSocket& socket, const Endpoint& receiver) {
  const auto transport = socket.connect(receiver);
  if (!transport) return tl::unexpected(transport.error());
  return Road{*transport, socket.local(), receiver};
}

}  // namespace idn::sender
