// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <optional>

#include "idn/io/system_clock.hpp"
#include "idn/io/unit_socket.hpp"
#include "idn_server/faults/faults.hpp"
#include "idn_server/recorder/recorder.hpp"
#include "idn_server/relay/punctuality.hpp"
#include "idn_server/relay/relay_options.hpp"

namespace idn::server {

/// How a relay did.
struct RelayReport {
  Duration elapsed{};
  FaultReport faults;
  std::size_t senders = 0;
  std::uint64_t refused = 0;  ///< datagrams of senders beyond those that are served
  std::uint64_t unsent = 0;   ///< that the network refused
  std::uint64_t kernel_drops = 0;
  Punctuality punctuality;
  std::vector<RecordingFacts> recordings;
};

/// Passes datagrams on between senders and a receiver as a fault plan says. One thread.
class Relay {
 public:
  static constexpr std::size_t kMostSenders = 64;
  /// A sender that is silent for so long gives its place to another.
  static constexpr Duration kForgotten = std::chrono::seconds(10);

  /// @throws cli::Failure when a port or a file is not to be had
  explicit Relay(const RelayOptions& options);

  Endpoint local() const { return socket_->local(); }
  /// Until a signal comes, the time is over or somebody calls stop().
  RelayReport run();
  /// Threads: any.
  void stop() { context_.stop(); }

 private:
  /// One sender, and the socket that it has towards the receiver.
  struct Sender {
    std::unique_ptr<io::UnitSocket> socket;
    Endpoint local;  ///< as the sender addresses the relay
    TimePoint seen;
  };
  using Senders = std::map<Endpoint, Sender>;

  void watch_senders();
  void watch_receiver(const Endpoint& sender);
  void watch_end();
  void loop();
  void release_due();
  void rest_until(TimePoint deadline);

  void take_from_senders();
  void take_from_receiver(const Endpoint& sender);
  Sender* sender_at(const io::ReceivedDatagram& datagram, TimePoint now);
  void forget_silent(TimePoint now);
  void pass_to_receiver(const FaultPath::Released& due);
  void pass_to_sender(const FaultPath::Released& due);
  void pass(const FaultPath::Released& due, io::UnitSocket& socket, const Endpoint& from, const Endpoint& to);
  RelayReport report() const;

  RelayOptions options_;
  boost::asio::io_context context_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer end_;
  boost::asio::steady_timer due_;
  std::optional<TimePoint> armed_;  ///< the deadline that `due_` waits for
  std::unique_ptr<io::UnitSocket> socket_;
  std::uint32_t source_;  ///< the address from which the receiver is reached
  /// Opened last: where the port is taken another program may be writing these files.
  std::unique_ptr<Recorder> sent_;
  std::unique_ptr<Recorder> received_;
  Senders senders_;
  std::size_t most_senders_ = 0;
  std::unique_ptr<Faults> faults_;
  std::unique_ptr<io::SystemClock> clock_;
  TimePoint started_;
  std::uint64_t refused_ = 0;
  std::uint64_t unsent_ = 0;
  Punctuality punctuality_;
};

}  // namespace idn::server
