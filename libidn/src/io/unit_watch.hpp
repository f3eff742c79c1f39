// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <system_error>

#include "idn/io/unit_loop.hpp"

namespace idn::io {

/// What a loop has to do for one socket: it waits for datagrams and for deadlines. Owned by the socket, so that
/// what still waits when that is destroyed finds nobody.
class UnitWatch : public std::enable_shared_from_this<UnitWatch> {
 public:
  /// @param failure where a socket that fails is reported
  UnitWatch(UnitSocket& socket, UnitHandler& handler, boost::asio::io_context& context,
            std::error_code& failure);
  /// @param receiver whose datagrams and answers are all there is to do
  UnitWatch(UnitSocket& socket, stream::Receiver& receiver, boost::asio::io_context& context,
            std::error_code& failure);

  /// Waits for datagrams at one of its sockets, again and again.
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
