// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "plugins/etherdream/dac.hpp"

namespace idn::etherdream {

/// The client of a DAC: commands come, answers go, one after the other. A client that does not take its answers
/// is not listened to meanwhile, so what it can make us keep is one command and its answers. Threads: that of
/// the socket's context.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Clock = std::chrono::steady_clock;

  /// While the buffer is more than half full, commands are looked at this often, as by a device at the other
  /// end of a network: clients that ask without a pause would else keep a processor busy on either side.
  static constexpr std::chrono::milliseconds kPause{1};

  /// `dac` outlives the connection, or close() comes first. `on_executed` is called whenever commands were
  /// carried out; `on_end` once, when the client is gone, but not for close().
  Connection(Socket socket, Dac& dac, std::function<void()> on_executed, std::function<void()> on_end);

  /// Greets, and listens from now on.
  void start();
  void close();
  /// When octets came last.
  Clock::time_point heard() const noexcept { return heard_; }

 private:
  void read();
  void on_read(std::size_t count);
  void execute_soon();
  void execute();
  void write();
  void end();

  Socket socket_;
  boost::asio::steady_timer pause_;
  Dac& dac_;
  std::function<void()> on_executed_;
  std::function<void()> on_end_;
  std::vector<std::byte> incoming_;  ///< what has not been carried out, and room for more
  std::size_t received_ = 0;         ///< octets of it that came
  std::vector<std::byte> answers_;
  bool last_ = false;  ///< no command follows these answers
  bool ended_ = false;
  Clock::time_point heard_ = Clock::now();
  Clock::time_point executed_{};
};

}  // namespace idn::etherdream
