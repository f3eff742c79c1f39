// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <functional>
#include <vector>

#include "idn/network_interface.hpp"
#include "idn/stream/discovery.hpp"

namespace idn::io {

/// One socket per interface, bound to its address: on a host with several networks a broadcast would leave
/// through one of them only. All calls but wake() belong to one thread.
class SearchSockets {
 public:
  using OnDatagram = std::function<void(ConstBytes, std::size_t via, const Endpoint& from)>;

  explicit SearchSockets(OnDatagram on_datagram) : on_datagram_(std::move(on_datagram)), buffer_(65536) {}

  /// The new socket has the next index, beginning with 0, or none where the system refuses.
  std::error_code add(const NetworkInterface& network);

  std::error_code send(const stream::Discovery::Outgoing& datagram);

  /// Waits for datagrams and delivers some; returns at `deadline` or wake() where none comes. A flood comes in
  /// portions, so that the caller stays on time.
  void receive_until(TimePoint deadline);

  /// Any thread.
  void wake();

 private:
  using Socket = boost::asio::ip::udp::socket;
  void watch(std::size_t index);
  void drain(std::size_t index);

  OnDatagram on_datagram_;
  std::vector<std::byte> buffer_;
  boost::asio::io_context context_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{context_.get_executor()};
  std::vector<Socket> sockets_;
};

}  // namespace idn::io
