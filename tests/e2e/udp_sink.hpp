// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <string>
#include <vector>

#include "e2e/process.hpp"

namespace idn::test {

/// A UDP socket on a port of loopback, a free one by default, which stores datagrams and never sends.
class UdpSink {
 public:
  explicit UdpSink(std::uint16_t port = 0)
      : socket_(context_, {boost::asio::ip::address_v4::loopback(), port}) {
    socket_.non_blocking(true);
    socket_.set_option(boost::asio::socket_base::receive_buffer_size(4 << 20));
  }

  std::uint16_t port() const { return socket_.local_endpoint().port(); }
  std::string address() const { return "127.0.0.1:" + std::to_string(port()); }

  /// Reads all datagrams that have arrived. @return the total number so far
  std::size_t drain() {
    std::vector<std::byte> buffer(65536);
    boost::system::error_code error;
    for (;;) {
      const std::size_t length = socket_.receive(boost::asio::buffer(buffer), 0, error);
      if (error) return datagrams.size();
      datagrams.emplace_back(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(length));
    }
  }
  /// The same without those that only ask for an acknowledge: one a second, until a receiver answers.
  std::size_t drain_content() {
    drain();
    return static_cast<std::size_t>(
        std::ranges::count_if(datagrams, [](const auto& datagram) { return datagram[0] != std::byte{0x41}; }));
  }
  bool receives(std::size_t count) {
    return eventually([&] { return drain() >= count; });
  }

  std::vector<std::vector<std::byte>> datagrams;

 private:
  boost::asio::io_context context_;
  boost::asio::ip::udp::socket socket_;
};

}  // namespace idn::test
