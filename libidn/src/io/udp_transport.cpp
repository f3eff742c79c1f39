// SPDX-License-Identifier: MIT
#include "idn/io/udp_transport.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <utility>

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

struct UdpTransport::Socket {
  asio::io_context context;
  udp::socket socket{context};
  bool refused = false;  ///< nothing listened there when an earlier datagram arrived
};

namespace {

Endpoint to_endpoint(const udp::endpoint& endpoint) {
  return Endpoint::ipv4(endpoint.address().to_v4().to_uint(), endpoint.port());
}

}  // namespace

tl::expected<std::unique_ptr<UdpTransport>, std::error_code> UdpTransport::open(const std::string& host,
                                                                                std::uint16_t port) {
  auto socket = std::make_unique<Socket>();
  boost::system::error_code error;
  udp::resolver resolver(socket->context);
  const auto found = resolver.resolve(udp::v4(), host, std::to_string(port), error);
  if (!error) socket->socket.open(udp::v4(), error);
  if (!error) socket->socket.connect(*found.begin(), error);
  if (!error) socket->socket.non_blocking(true, error);
  if (error) return tl::unexpected(std::error_code(error));
  return std::unique_ptr<UdpTransport>(new UdpTransport(std::move(socket)));
}

UdpTransport::UdpTransport(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
UdpTransport::~UdpTransport() = default;

std::error_code UdpTransport::send(ConstBytes datagram) noexcept {
  const auto try_once = [&] {
    boost::system::error_code error;
    socket_->socket.send(asio::buffer(datagram.data(), datagram.size()), 0, error);
    return error;
  };
  boost::system::error_code error = try_once();
  if (error == asio::error::connection_refused) {
    // The refusal of an earlier datagram; the system has reported it instead of sending this one.
    socket_->refused = true;
    error = try_once();
  }
  if (!error && std::exchange(socket_->refused, false)) error = asio::error::connection_refused;
  return error;
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
