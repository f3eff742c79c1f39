// SPDX-License-Identifier: MIT
#include "io/send/socket_pool.hpp"

#include <algorithm>

#include "idn/io/find/resolve.hpp"

namespace idn::io {

SystemResult<Link> SocketPool::open(const std::string& host, std::uint16_t port) {
  if (!shares_) return open_own(host, port);
  const auto receiver = resolve(host, port);
  if (!receiver) return tl::unexpected(receiver.error());
  return open_shared(*receiver, std::nullopt);
}

SystemResult<Link> SocketPool::open(const stream::UnitKey& unit, const Endpoint& at) {
  return open_shared(at, unit);
}

SystemResult<Link> SocketPool::open_own(const std::string& host, std::uint16_t port) {
  auto opened = UdpTransport::open(host, port);
  if (!opened) return tl::unexpected(opened.error());
  UdpTransport& transport = *own_.emplace_back(std::move(*opened));
  return Link{.transport = &transport, .local = transport.local(), .remote = transport.remote()};
}

/// Two streams that could ever have the same receiver do not share a socket: neither two streams to one unit,
/// nor one that follows its unit and one to a fixed address.
SystemResult<Link> SocketPool::open_shared(const Endpoint& receiver,
                                           const std::optional<stream::UnitKey>& unit) {
  for (Shared& shared : shared_) {
    const bool suits =
        unit ? !shared.units.empty() && std::ranges::count(shared.units, *unit) == 0 : shared.units.empty();
    if (!suits) continue;
    const auto link = connect(shared, receiver, unit);
    if (link || link.error() != std::errc::already_connected) return link;
  }
  auto opened = SharedSocket::open();
  if (!opened) return tl::unexpected(opened.error());
  return connect(shared_.emplace_back(Shared{std::move(*opened), {}}), receiver, unit);
}

SystemResult<Link> SocketPool::connect(Shared& shared, const Endpoint& receiver,
                                       const std::optional<stream::UnitKey>& unit) {
  const auto transport = shared.socket->connect(receiver);
  if (!transport) return tl::unexpected(transport.error());
  if (unit) shared.units.push_back(*unit);
  return Link{.transport = *transport,
              .retargetable = unit ? *transport : nullptr,
              .local = shared.socket->local(),
              .remote = receiver};
}

SystemResult<KernelPacing> SocketPool::enable_kernel_pacing() {
  SystemResult<KernelPacing> pacing = tl::unexpected<SystemError>(
      SystemError(std::make_error_code(std::errc::not_connected), "there is no stream yet"));
  for (const auto& transport : own_) {
    pacing = transport->enable_kernel_pacing();
    if (!pacing) return pacing;
  }
  for (const Shared& shared : shared_) {
    pacing = shared.socket->enable_kernel_pacing();
    if (!pacing) return pacing;
  }
  if (pacing) pacing_ = *pacing;
  return pacing;
}

void SocketPool::flush() noexcept {
  for (const Shared& shared : shared_) shared.socket->flush();
}

std::uint64_t SocketPool::late_in_kernel() const noexcept {
  std::uint64_t late = 0;
  for (const Shared& shared : shared_) late += shared.socket->stats().late.value();
  return late;
}

}  // namespace idn::io
