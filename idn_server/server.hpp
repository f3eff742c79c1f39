// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>

#include "idn/io/unit_socket.hpp"
#include "idn_server/options.hpp"
#include "idn_server/report/event_gate.hpp"
#include "idn_server/report/reporter.hpp"

namespace idn::server {

/// The loop: one thread that moves datagrams between socket, receiver, recorder and reporter.
class Server {
 public:
  /// `reporter` outlives the server.
  /// @throws cli::Failure when port or file are not to be had
  Server(const Options& options, Reporter& reporter);

  /// Until a signal comes, the time is over or somebody calls stop().
  /// @return the exit code
  int run();
  /// Threads: any.
  void stop() { context_.stop(); }

  /// Where it receives, with the real port.
  Endpoint local() const { return socket_->local(); }

 private:
  using Timer = boost::asio::steady_timer;

  stream::ReceiverConfig receiver_config() const;
  void watch_socket();
  void watch_second();
  void watch_deadline();
  bool drain();
  void take(std::span<const io::ReceivedDatagram> batch);
  void answer(const io::ReceivedDatagram& request);
  void check_recording();
  ServerFacts facts() const;

  Options options_;
  boost::asio::io_context context_;
  boost::asio::signal_set signals_;
  Timer second_;
  Timer deadline_;
  Timer end_;
  std::unique_ptr<io::UnitSocket> socket_;
  std::unique_ptr<Recorder> recorder_;
  Reporter& reporter_;
  EventGate gate_;
  StreamTable streams_;
  stream::Receiver receiver_;
  TimePoint started_;
  TimePoint armed_ = kNever;  ///< when deadline_ fires
  bool fault_reported_ = false;
  std::uint64_t unstamped_ = 0;
  std::uint64_t unsent_ = 0;
};

}  // namespace idn::server
