// SPDX-License-Identifier: MIT
#pragma once

#include "idn/io/driver.hpp"
#include "sender/feeder.hpp"
#include "sender/show/act.hpp"
#include "sender/show/roads.hpp"

namespace idn::sender {

/// An act on its way: session, producer thread and the road to one receiver.
class Projector {
 public:
  /// Resolves the target, which may search the network. The roads outlive this. Throws cli::Failure.
  Projector(Act act, Roads& roads);

  /// Fills the session on a thread of its own; `on_ready` is called there once the stream can begin.
  void prepare(std::function<void()> on_ready);
  /// After `on_ready`. Throws cli::Failure where there is nothing to play, and what the input threw.
  void check_input();
  /// After the loop. Ends the producer and rethrows what its input threw.
  void finish();
  /// What the receiver had to say about the stream is the verdict on it. Throws cli::Failure.
  void check_reception() const;

  stream::SenderSession& session() noexcept { return *session_; }
  const StreamOptions& options() const noexcept { return act_.options; }
  const stream::SenderSession& session() const noexcept { return *session_; }
  io::Transport& transport() noexcept { return *road_.transport; }
  io::DriverStats& network() noexcept { return network_; }
  const io::DriverStats& network() const noexcept { return network_; }
  Endpoint local() const { return road_.local; }
  Endpoint remote() const { return road_.remote; }
  std::optional<std::uint64_t> total_samples() const { return act_.feed->total_samples(); }

 private:
  Act act_;
  stream::SenderSession* session_;  ///< of the feed
  Road road_;
  io::DriverStats network_;
  std::optional<Feeder> feeder_;  ///< last: uses all of the above
};

}  // namespace idn::sender
