// SPDX-License-Identifier: MIT
#pragma once

#include "idn/io/driver.hpp"
#include "idn/io/socket_pool.hpp"
#include "idn/io/unit_follower.hpp"
#include "sender/feeder.hpp"
#include "sender/show/act.hpp"

namespace idn::sender {

/// An act on its way: session, producer thread and the link to one receiver.
class Projector {
 public:
  /// Resolves the target, which may search the network. The sockets outlive this. Throws cli::Failure.
  Projector(Act act, io::SocketPool& sockets);

  /// Fills the session on a thread of its own; `on_ready` is called there once the stream can begin.
  void prepare(std::function<void()> on_ready);
  /// After `on_ready`. Throws cli::Failure where there is nothing to play, and what the input threw.
  void check_input();
  /// After the loop. Ends the producer and rethrows what its input threw.
  void finish();
  /// What the receiver had to say about the stream is the verdict on it; so is that its unit `is_missing` at
  /// the end. Throws cli::Failure.
  void check_reception(bool is_missing) const;

  /// Nothing where the target is an address.
  std::optional<io::FollowedStream> followed();
  /// The unit as the target named it. Only where the target is one.
  std::string unit_name() const;
  /// The unit was found there: remote() from now on.
  void moved_to(const Endpoint& address) { link_.remote = address; }

  stream::SenderSession& session() noexcept { return *session_; }
  const StreamOptions& options() const noexcept { return act_.options; }
  const stream::SenderSession& session() const noexcept { return *session_; }
  io::Transport& transport() noexcept { return *link_.transport; }
  io::DriverStats& network() noexcept { return network_; }
  const io::DriverStats& network() const noexcept { return network_; }
  Endpoint local() const { return link_.local; }
  Endpoint remote() const { return link_.remote; }
  std::optional<std::uint64_t> total_samples() const { return act_.feed->total_samples(); }

 private:
  Act act_;
  stream::SenderSession* session_;  ///< of the feed
  io::Link link_;
  io::DriverStats network_;
  std::optional<Feeder> feeder_;  ///< last: uses all of the above
};

}  // namespace idn::sender
