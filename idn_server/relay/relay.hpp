// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "cli/end_signals.hpp"
#include "cli/recorder/recorder.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/io/send/clock.hpp"
#include "idn_server/faults/faults.hpp"
#include "idn_server/relay/relay_options.hpp"
#include "idn_server/relay/send_lateness.hpp"

namespace idn::server {

/// Counters of a relay.
struct RelayReport {
  Duration elapsed{};
  FaultReport faults;
  std::size_t senders = 0;
  std::uint64_t refused = 0;      ///< datagrams of senders beyond the most that are served
  std::uint64_t unsent = 0;       ///< that the network refused
  std::uint64_t view_unsent = 0;  ///< the same of copies for who looks
  std::uint64_t kernel_drops = 0;
  SendLateness lateness;
  std::vector<cli::RecordingFacts> recordings;
};

/// Passes datagrams on between senders and a receiver as a fault plan says. One thread.
class Relay {
 public:
  static constexpr std::size_t kMostSenders = 64;
  /// A sender that was silent for this long may be replaced by another.
  static constexpr Duration kSenderTimeout = std::chrono::seconds(10);

  /// @throws cli::Failure if a port or a file cannot be opened
  explicit Relay(const RelayOptions& options);

  Endpoint local() const { return socket_->local(); }
  /// Why searches do not find the receiver behind the relay; empty if they do.
  const std::string& broadcast_problem() const { return socket_->broadcast_problem(); }
  /// Runs until a signal, the end of the duration, or stop().
  RelayReport run();
  /// Threads: any.
  void stop() { loop_.stop(); }

 private:
  /// Handles the datagrams of all senders.
  struct SenderSocketHandler final : io::UnitHandler {
    explicit SenderSocketHandler(Relay& relay) : relay_(relay) {}
    void on_datagrams(std::span<const io::ReceivedDatagram> batch) override { relay_.take_from_senders(batch); }
    Relay& relay_;
  };

  /// One sender, with a socket of its own towards the receiver, which tells senders apart by source port.
  struct Sender final : io::UnitHandler {
    Sender(Relay& relay, const Endpoint& at, std::unique_ptr<io::UnitSocket> towards_receiver)
        : relay_(relay), endpoint(at), socket(std::move(towards_receiver)) {}
    void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
      relay_.take_from_receiver(*this, batch);
    }

    Relay& relay_;
    Endpoint endpoint;
    std::unique_ptr<io::UnitSocket> socket;
    Endpoint local{};  ///< address and port of the relay that the sender uses
    TimePoint seen{};  ///< arrival of its last datagram
  };
  using Senders = std::map<Endpoint, Sender>;

  void pass_on();
  std::unique_ptr<io::UnitSocket> open_towards_receiver();
  void open_spare();
  void release_due();

  void take_from_senders(std::span<const io::ReceivedDatagram> batch);
  void take_from_receiver(const Sender& sender, std::span<const io::ReceivedDatagram> batch);
  Sender* sender_at(const io::ReceivedDatagram& datagram, TimePoint now);
  void forget_silent(TimePoint now);
  void pass_to_receiver(const FaultPath::Released& due);
  void pass_to_sender(const FaultPath::Released& due);
  void pass(const FaultPath::Released& due, io::UnitSocket& socket, const Endpoint& from, const Endpoint& to);
  RelayReport report() const;

  RelayOptions options_;
  io::UnitLoop loop_;
  cli::EndSignals signals_{[this] { stop(); }};
  SenderSocketHandler sender_socket_handler_{*this};
  std::unique_ptr<io::UnitSocket> socket_;
  std::uint32_t source_;  ///< the address from which the receiver is reached
  /// Opened last: where the port is taken another program may be writing these files.
  std::unique_ptr<cli::Recorder> sent_;      ///< records what senders and receiver sent
  std::unique_ptr<cli::Recorder> received_;  ///< records what was passed on
  Senders senders_;
  /// For the next new sender: opening one takes about a millisecond, by which its first datagram would be late.
  std::unique_ptr<io::UnitSocket> spare_;
  std::size_t max_senders_ = 0;
  std::unique_ptr<Faults> faults_;
  std::unique_ptr<io::MonotonicClock> clock_;
  TimePoint started_;
  std::uint64_t refused_ = 0;
  std::uint64_t unsent_ = 0;
  std::uint64_t view_unsent_ = 0;
  SendLateness lateness_;
};

}  // namespace idn::server
