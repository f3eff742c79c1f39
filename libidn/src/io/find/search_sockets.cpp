// SPDX-License-Identifier: MIT
#include "io/find/search_sockets.hpp"

#include <boost/asio/post.hpp>

#include "io/asio_endpoint.hpp"
#include "io/platform/datagram_batch.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

namespace {

constexpr int kDatagramsPerTurn = 64;

}  // namespace

std::error_code SearchSockets::add(const NetworkInterface& network) {
  Socket socket(context_);
  boost::system::error_code error;
  platform::open_udp(socket, error);
  if (!error) socket.set_option(asio::socket_base::broadcast(true), error);
  if (!error) socket.bind({asio::ip::address_v4(network.address), 0}, error);
  if (!error) socket.non_blocking(true, error);
  if (error) return error;
  sockets_.push_back(std::move(socket));
  watch(sockets_.size() - 1);
  return {};
}

std::error_code SearchSockets::send(const stream::Discovery::Outgoing& datagram) {
  boost::system::error_code error;
  sockets_[datagram.via].send_to(asio::buffer(datagram.bytes.data(), datagram.bytes.size()),
                                 to_asio(datagram.to), 0, error);
  return error;
}

void SearchSockets::receive_until(TimePoint deadline) {
  const auto until = std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(deadline.time_since_epoch()));
  context_.run_one_until(until);
}

void SearchSockets::wake() {
  asio::post(context_, [] {});
}

void SearchSockets::watch(std::size_t index) {
  sockets_[index].async_wait(Socket::wait_read, [this, index](boost::system::error_code error) {
    if (error) return;
    drain(index);
    watch(index);
  });
}

/// Errors are about datagrams that were sent earlier, such as a closed port at their destination. They are
/// ignored.
void SearchSockets::drain(std::size_t index) {
  for (int i = 0; i < kDatagramsPerTurn; ++i) {
    udp::endpoint from;
    boost::system::error_code error;
    const std::size_t length =
        sockets_[index].receive_from(asio::buffer(buffer_.data(), buffer_.size()), from, 0, error);
    if (error == asio::error::would_block) return;
    if (error) continue;
    on_datagram_(ConstBytes(buffer_).first(length), index,
                 Endpoint::ipv4(from.address().to_v4().to_uint(), from.port()));
  }
}

}  // namespace idn::io
