// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include "client/connection.hpp"
#include "client/event_hub.hpp"
#include "client/service_claims.hpp"
#include "idn/client/engine.hpp"

namespace idn::client {

class Filler;

/// What devices share: lives as long as the engine or one of them. Threads: any.
struct Engine::State {
  explicit State(const EngineOptions& wanted);

  /// On the thread with the fewest devices.
  Expected<Connection> connect(const std::string& name, const Location& place);
  /// Begins, on its thread or that with the fewest devices. @return Closed once the engine is, TooMany
  Expected<void> attach(io::AttachedStream& stream, const Connection& connection);
  /// Those that have not begun yet end where they are.
  void withdraw(io::AttachedStream& stream);
  void begin();
  std::vector<TickThreadStatus> status() const;
  /// @return whether it ended by then
  bool await_end(const io::AttachedStream& stream, TimePoint until);
  /// All devices are dark with their next tick; waits until they are closed. None can be attached after that.
  void close();
  /// The same for the streams alone. @return whether they are closed by then
  bool end_streams(TimePoint until);
  /// The same where the process has ended all other threads: on this one, without a lock.
  void close_abandoned(TimePoint until) noexcept;

  // EngineOptions::manual
  void add(Filler& filler);
  void remove(const Filler& filler);
  TimePoint drive();
  TimePoint drive_streams();

  /// Hands events over to EngineOptions::on_event: all of them, or `most`.
  void deliver_events(std::size_t most);

  const EngineOptions options;
  ServiceClaims claims;
  EventHub events;
  mutable std::mutex mutex;  ///< of what follows; no tick thread takes it
  bool is_closed = false;
  bool has_begun;  ///< else devices wait for begin()
  std::deque<TickThread> threads;
  std::atomic_flag driven;  ///< EngineOptions::manual: a call is at the streams
  std::vector<Filler*> fillers;
  TimePoint next_look{};   ///< of who drives, for events
  std::jthread messenger;  ///< last: calls on_event, and uses all of the above
};

}  // namespace idn::client
