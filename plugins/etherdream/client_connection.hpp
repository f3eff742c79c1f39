// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "plugins/etherdream/dac.hpp"

namespace idn::etherdream {

/// TCP connection of the client of a DAC: reads, carries out commands, and writes the answers, in turns.
/// Nothing is read while answers are being written, so a client that does not read its answers occupies memory
/// for one command, one read and its answers at most. Threads: that of the socket's context.
class ClientConnection : public std::enable_shared_from_this<ClientConnection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Clock = std::chrono::steady_clock;

  /// How long commands wait unless points are needed soon and one of them changes something; a network would
  /// delay them as long. Without it, clients that send requests in a tight loop keep a core busy on both sides,
  /// and one misses answers that come before it expects them.
  static constexpr std::chrono::milliseconds kPause{1};

  /// `dac` must live until the connection is closed. `on_executed` is called whenever commands were carried
  /// out; `on_end` once, when the client has disconnected, but not for close().
  ClientConnection(Socket socket, Dac& dac, std::function<void()> on_executed, std::function<void()> on_end);

  /// Sends the greeting, then begins to read.
  void start();
  void close();
  /// Time of the last octets from the client.
  Clock::time_point last_received() const noexcept { return last_received_; }

 private:
  void read();
  void on_read(std::size_t count);
  void schedule_execute();
  bool has_change() const;
  void execute();
  void write();
  void end();

  Socket socket_;
  boost::asio::steady_timer pause_;
  Dac& dac_;
  std::function<void()> on_executed_;
  std::function<void()> on_end_;
  std::vector<std::byte> incoming_;  ///< octets that are not carried out yet, then free space
  std::size_t received_ = 0;         ///< received octets of incoming_
  std::vector<std::byte> answers_;
  bool ends_after_answers_ = false;  ///< after an unknown command
  bool has_ended_ = false;
  Clock::time_point last_received_ = Clock::now();
};

}  // namespace idn::etherdream
