// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

#include "client/engine/tick_thread.hpp"
#include "client/event_hub.hpp"
#include "client/platform/process.hpp"
#include "client/service_claims.hpp"
#include "idn/client/engine.hpp"
#include "idn/stop_token.hpp"
#include "io/send/stream_socket.hpp"

namespace idn::client {

class Filler;

/// State of an engine, which its devices share: lives as long as the engine or one of them. Threads: any.
struct Engine::State {
  explicit State(const EngineOptions& wanted);

  /// Gives the stream to the thread with the fewest devices. Errors: Errc::Closed, TooMany.
  Result<void> attach(io::AttachedStream& stream);
  std::vector<TickThreadStatus> status() const;
  /// @return whether it ended by then
  bool await_end(const io::AttachedStream& stream, TimePoint until);
  /// Blanks all devices with their next tick and waits until they are closed; then attach() fails.
  void close();
  /// As close(), for the streams alone. @return whether they are closed by `until`
  bool end_streams(TimePoint until);
  /// As end_streams(), after the process has ended all other threads: sends on the calling one, without locks.
  void close_abandoned(TimePoint until) noexcept;

  /// Keeps a device that was destroyed within a callback of its own, which has to return first, until close().
  void adopt(std::shared_ptr<void> device);

  // EngineOptions::manual
  void add(Filler& filler);
  void remove(const Filler& filler);
  TimePoint drive();
  TimePoint drive_streams();

  /// Calls EngineOptions::on_event for each event, at most `most` times.
  void deliver_events(std::size_t most);

  const EngineOptions options;
  const platform::HomeProcess home{};
  const std::shared_ptr<io::SocketGroup> sockets = io::make_socket_group();
  ServiceClaims claims;
  EventHub events;
  mutable std::mutex mutex;  ///< guards what follows; no tick thread takes it
  bool is_closed = false;
  std::deque<TickThread> threads;
  std::atomic_flag driven;  ///< EngineOptions::manual: a call of drive_streams() is in progress
  std::vector<Filler*> fillers;
  std::vector<std::shared_ptr<void>> abandoned;
  std::optional<Error> fault;          ///< of on_event
  std::atomic<bool> has_fault{false};  ///< on_event is not called any more
  TimePoint next_look{};               ///< EngineOptions::manual: when drive() polls for events again
  jthread messenger;                   ///< last: calls on_event, and uses all of the above
};

}  // namespace idn::client
