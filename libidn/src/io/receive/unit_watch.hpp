// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <system_error>

#include "idn/io/receive/unit_loop.hpp"

namespace idn::io {

/// Waits for the datagrams and the deadlines of one socket, on the context of the loop. Owned by the socket:
/// completion handlers hold weak pointers, so those that are still pending when the socket is destroyed do
/// nothing.
class UnitWatch : public std::enable_shared_from_this<UnitWatch> {
 public:
  /// @param failure set to the error of a socket that fails
  UnitWatch(UnitSocket& socket, UnitHandler& handler, boost::asio::io_context& context,
            std::error_code& failure);
  /// @param receiver for a socket whose datagrams only a receiver handles
  UnitWatch(UnitSocket& socket, stream::Receiver& receiver, boost::asio::io_context& context,
            std::error_code& failure);

  /// Waits for datagrams at one of its sockets, from now on.
  void watch(boost::asio::ip::udp::socket& readable);
  /// Waits for the next deadline.
  void watch_deadline();
  /// As UnitLoop::drain().
  bool drain();
  bool is_busy() const noexcept { return handler_.is_busy(); }

 private:
  UnitWatch(UnitSocket& socket, std::unique_ptr<UnitHandler> handler, boost::asio::io_context& context,
            std::error_code& failure);

  void on_deadline();

  std::unique_ptr<UnitHandler> owned_;
  UnitSocket& socket_;
  UnitHandler& handler_;
  boost::asio::steady_timer deadline_;
  TimePoint armed_ = kNever;  ///< when deadline_ fires
  std::error_code& failure_;
};

}  // namespace idn::io
