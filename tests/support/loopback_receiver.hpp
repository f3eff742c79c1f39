// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <chrono>
#include <optional>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "support/test_timeout.hpp"

namespace idn::test {

/// A UDP socket on 127.0.0.`host` (on systems other than Linux always 127.0.0.1). Port 0: any free one.
class LoopbackReceiver {
 public:
  explicit LoopbackReceiver(std::uint8_t host = 1, std::uint16_t port = 0)
      : socket_(context_, {address_of(host), port}) {
    socket_.non_blocking(true);
    socket_.set_option(boost::asio::socket_base::receive_buffer_size(1 << 20));
  }

  Endpoint endpoint() const { return to_endpoint(socket_.local_endpoint()); }
  /// Source of the last datagram.
  Endpoint sender() const { return to_endpoint(sender_); }

  /// Waits up to kTestTimeout for a datagram.
  std::optional<std::vector<std::byte>> next() {
    bool readable = false;
    socket_.async_wait(boost::asio::ip::udp::socket::wait_read,
                       [&](boost::system::error_code error) { readable = !error; });
    context_.restart();
    context_.run_one_for(kTestTimeout);
    if (!readable) socket_.cancel();
    context_.restart();
    context_.poll();
    return waiting();
  }

  /// A datagram that has already arrived, if any.
  std::optional<std::vector<std::byte>> waiting() {
    std::vector<std::byte> octets(65536);
    boost::system::error_code error;
    octets.resize(socket_.receive_from(boost::asio::buffer(octets), sender_, 0, error));
    if (error) return std::nullopt;
    return octets;
  }

  void send(ConstBytes datagram, const Endpoint& to) {
    socket_.send_to(boost::asio::buffer(datagram.data(), datagram.size()),
                    {boost::asio::ip::address_v4(to.ipv4_address()), to.port});
  }

 private:
  static boost::asio::ip::address_v4 address_of([[maybe_unused]] std::uint8_t host) {
#ifdef __linux__
    return boost::asio::ip::address_v4(0x7F000000u | host);
#else
    return boost::asio::ip::address_v4::loopback();  // macOS has no other one; Wine sends replies from this one
#endif
  }
  static Endpoint to_endpoint(const boost::asio::ip::udp::endpoint& endpoint) {
    return Endpoint::ipv4(endpoint.address().to_v4().to_uint(), endpoint.port());
  }

  boost::asio::io_context context_;
  boost::asio::ip::udp::socket socket_;
  boost::asio::ip::udp::endpoint sender_;
};

}  // namespace idn::test
