// SPDX-License-Identifier: MIT
#include "idn/io/unit_socket.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <utility>

#include "io/platform/datagram_batch.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

struct UnitSocket::State {
  udp::socket socket;
  Endpoint local;
  std::size_t receive_buffer;
  platform::DatagramBatch batch;

  explicit State(udp::socket bound)
      : socket(std::move(bound)),
        local(Endpoint::ipv4(socket.local_endpoint().address().to_v4().to_uint(),
                             socket.local_endpoint().port())),
        receive_buffer(0),
        batch(socket.native_handle(), local) {}
};

tl::expected<std::unique_ptr<UnitSocket>, std::error_code> UnitSocket::open(asio::io_context& context,
                                                                            const UnitSocketOptions& options) {
  udp::socket socket(context);
  boost::system::error_code error;
  socket.open(udp::v4(), error);
  if (!error) error = platform::claim_port(socket.native_handle());
  if (!error) socket.bind({asio::ip::address_v4(options.address), options.port}, error);
  if (!error) socket.non_blocking(true, error);
  if (error) return tl::unexpected(std::error_code(error));
  platform::enable_receive_details(socket.native_handle());
  auto state = std::make_unique<State>(std::move(socket));
  state->receive_buffer = platform::set_receive_buffer(state->socket.native_handle(), options.receive_buffer);
  return std::unique_ptr<UnitSocket>(new UnitSocket(std::move(state)));
}

UnitSocket::UnitSocket(std::unique_ptr<State> state) : state_(std::move(state)) {}
UnitSocket::~UnitSocket() = default;

void UnitSocket::wait(std::function<void(std::error_code)> on_readable) {
  state_->socket.async_wait(udp::socket::wait_read,
                            [call = std::move(on_readable)](boost::system::error_code error) { call(error); });
}

std::span<const ReceivedDatagram> UnitSocket::receive() noexcept {
  return state_->batch.receive();
}

std::error_code UnitSocket::send(ConstBytes datagram, const Endpoint& to, const Endpoint& from) noexcept {
  return platform::send_from(state_->socket.native_handle(), datagram, to, from);
}

Endpoint UnitSocket::local() const {
  return state_->local;
}
std::size_t UnitSocket::receive_buffer() const noexcept {
  return state_->receive_buffer;
}
std::uint64_t UnitSocket::dropped() const noexcept {
  return state_->batch.dropped();
}

}  // namespace idn::io
