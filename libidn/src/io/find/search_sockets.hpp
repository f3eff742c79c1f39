// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <functional>
#include <vector>

#include "idn/endpoint.hpp"
#include "stream/find/discovery.hpp"

namespace idn::io {

/// One socket per interface, bound to its address: with one socket for all, a broadcast would leave by one of
/// several networks only. Threads: wake() from any, all else by one.
class SearchSockets {
 public:
  using OnDatagram = std::function<void(ConstBytes, std::size_t via, const Endpoint& from)>;

  explicit SearchSockets(OnDatagram on_datagram) : on_datagram_(std::move(on_datagram)), buffer_(65536) {}

  /// Opens a socket with the next index, from 0. @return the error of the system: there is no socket then
  std::error_code add(const NetworkInterface& network);

  std::error_code send(const stream::Discovery::Outgoing& datagram);

  /// Waits until datagrams arrive, until `deadline` or until wake(), and delivers what has arrived: a bounded
  /// number, so that a flood cannot keep the caller from its deadlines.
  void receive_until(TimePoint deadline);

  /// Ends receive_until(). Threads: any.
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
