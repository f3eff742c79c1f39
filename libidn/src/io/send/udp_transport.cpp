// SPDX-License-Identifier: MIT
#include "io/send/udp_transport.hpp"
#include "idn/io/find/resolve.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <utility>

#include "io/platform/datagram_batch.hpp"
#include "io/platform/kernel_pacing.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

struct UdpTransport::Socket {
  asio::io_context context;
  udp::socket socket{context};
  std::unique_ptr<platform::PacedSender> pacer;
  bool refused = false;  ///< an earlier datagram was answered by ICMP "port unreachable"
};

namespace {

Endpoint to_endpoint(const udp::endpoint& endpoint) {
  return Endpoint::ipv4(endpoint.address().to_v4().to_uint(), endpoint.port());
}

/// Sends by `try_once`. If that only reports connection_refused for an earlier datagram, sends once more; the
/// refusal is then returned, although this datagram was sent.
template <class TryOnce>
std::error_code send_again_if_refused(bool& refused, TryOnce try_once) noexcept {
  const std::error_code refusal = asio::error::make_error_code(asio::error::connection_refused);
  std::error_code error = try_once();
  if (error == refusal) {
    // The system has reported the error instead of sending this datagram.
    refused = true;
    error = try_once();
  }
  if (!error && std::exchange(refused, false)) error = refusal;
  return error;
}

}  // namespace

SystemResult<std::unique_ptr<UdpTransport>> UdpTransport::open(const std::string& host, std::uint16_t port) {
  auto socket = std::make_unique<Socket>();
  const auto remote = resolve(host, port);
  if (!remote) return tl::unexpected(remote.error());
  boost::system::error_code error;
  platform::open_udp(socket->socket, error);
  if (!error) socket->socket.connect({asio::ip::address_v4(remote->ipv4_address()), port}, error);
  if (!error) socket->socket.non_blocking(true, error);
  if (error) return tl::unexpected(std::error_code(error));
  return std::unique_ptr<UdpTransport>(new UdpTransport(std::move(socket)));
}

UdpTransport::UdpTransport(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
UdpTransport::~UdpTransport() = default;

std::error_code UdpTransport::send(ConstBytes datagram) noexcept {
  return send_again_if_refused(socket_->refused, [&] {
    boost::system::error_code error;
    socket_->socket.send(asio::buffer(datagram.data(), datagram.size()), 0, error);
    return std::error_code(error);
  });
}

std::error_code UdpTransport::send_at(ConstBytes datagram, TimePoint departure) noexcept {
  if (!socket_->pacer) return send(datagram);
  const std::error_code error =
      send_again_if_refused(socket_->refused, [&] { return socket_->pacer->send(datagram, departure); });
  if (!error && socket_->pacer->takes_drop()) return std::make_error_code(std::errc::operation_canceled);
  return error;
}

SystemResult<KernelPacing> UdpTransport::enable_kernel_pacing() {
  auto pacer = platform::PacedSender::enable(socket_->socket.native_handle(), remote());
  if (!pacer) return tl::unexpected(std::move(pacer.error()));
  socket_->pacer = std::move(*pacer);
  return socket_->pacer->pacing();
}

std::size_t UdpTransport::receive(MutableBytes buffer) noexcept {
  boost::system::error_code error;
  const std::size_t length = socket_->socket.receive(asio::buffer(buffer.data(), buffer.size()), 0, error);
  if (error == asio::error::connection_refused) socket_->refused = true;
  return error ? 0 : length;
}

Endpoint UdpTransport::local() const {
  return to_endpoint(socket_->socket.local_endpoint());
}
Endpoint UdpTransport::remote() const {
  return to_endpoint(socket_->socket.remote_endpoint());
}

}  // namespace idn::io
