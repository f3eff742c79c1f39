// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <string_view>

#include "idn/endpoint.hpp"

namespace idn::sender {

/// Sends lines to another program on this machine, a datagram each. Who does not listen, or no longer, misses
/// them: nothing waits and nothing fails.
class ReportSocket {
 public:
  /// Throws boost::system::system_error.
  explicit ReportSocket(const Endpoint& to);
  void send(std::string_view line) noexcept;

 private:
  boost::asio::io_context context_;
  boost::asio::ip::udp::socket socket_{context_, boost::asio::ip::udp::v4()};
  boost::asio::ip::udp::endpoint to_;
};

}  // namespace idn::sender
