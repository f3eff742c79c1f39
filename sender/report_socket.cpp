// SPDX-License-Identifier: MIT
#include "sender/report_socket.hpp"

#include <boost/asio/buffer.hpp>

namespace idn::sender {

ReportSocket::ReportSocket(const Endpoint& to) : to_(boost::asio::ip::address_v4(to.ipv4_address()), to.port) {
  socket_.non_blocking(true);
}

void ReportSocket::send(std::string_view line) noexcept {
  boost::system::error_code ignored;
  socket_.send_to(boost::asio::buffer(line.data(), line.size()), to_, 0, ignored);
}

}  // namespace idn::sender
