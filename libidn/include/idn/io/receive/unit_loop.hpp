// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <system_error>

#include "idn/io/receive/unit_socket.hpp"
#include "idn/stream/receive/receiver.hpp"

namespace boost::asio {
class io_context;
}

/// The receiving loop: where sockets, clocks and receivers meet. Any number of units on one thread.
namespace idn::io {

/// Handles the datagrams of one socket, for programs that do more than pass them to a Receiver.
/// Exceptions of its members leave UnitLoop::run() and turn(). Threads: called on that of the loop. Real-time:
/// not required, but a long call delays every socket of the loop.
class UnitHandler {
 public:
  virtual ~UnitHandler() = default;

  /// One batch, in the order of arrival, valid during the call.
  virtual void on_datagrams(std::span<const ReceivedDatagram> batch) = 0;
  /// The socket is empty: all datagrams that arrived before now were passed on.
  virtual void on_drained() {}
  /// When to call on_deadline(). Read after each call of another member; may be too early, never too late.
  virtual TimePoint next_deadline() const noexcept { return kNever; }
  /// Called after everything that had arrived by then was passed on: a delay of this program must not look like
  /// a silent sender.
  virtual void on_deadline(TimePoint /*now*/) {}
  /// Whether datagrams come so fast that waking up for each would cost more than handling it.
  virtual bool is_busy() const noexcept { return false; }

 protected:
  UnitHandler() = default;
  UnitHandler(const UnitHandler&) = default;
  UnitHandler& operator=(const UnitHandler&) = default;
};

/// Receives for any number of units until stop(). Work per socket and iteration (turn) of the loop is bounded,
/// so that a flood on one cannot delay the others, their deadlines or other handlers of the context. Threads:
/// one, that of run() or turn(); stop() and is_stopped() from any. Real-time: no (heap).
class UnitLoop {
 public:
  /// Batches that are read from one socket per iteration.
  static constexpr int kBatchesPerTurn = 64;
  /// Pause of run() after an iteration while a handler is busy. The kernel buffers and stamps what arrives
  /// meanwhile; answers are delayed by this at most.
  static constexpr Duration kRest{std::chrono::microseconds(500)};

  /// Without sockets as yet.
  UnitLoop();
  ~UnitLoop();
  UnitLoop(const UnitLoop&) = delete;
  UnitLoop& operator=(const UnitLoop&) = delete;

  /// Passes everything that arrives to `receiver`, and sends its answers from the address of the request. An
  /// answer that the network rejects is lost; the client repeats its request. Call once per socket. Both are
  /// used until the socket is destroyed, which must not happen within a call of the loop.
  void serve(UnitSocket& socket, stream::Receiver& receiver);
  /// The same with a handler, which sends answers itself.
  void serve(UnitSocket& socket, UnitHandler& handler);

  /// Receives until stop() or a stop request, or until a socket fails.
  /// @return the error of that socket, else none
  std::error_code run(const std::stop_token& stop = {});
  /// Ends run() and turn(); later calls of turn() return at once. Threads: any.
  void stop() noexcept;
  /// Whether stop() was called.
  bool is_stopped() const noexcept;

  /// One iteration, for an application's own loop: waits for something to do, until `until` at most, and does a
  /// bounded part of it. May return early; with a time in the past it does not wait.
  /// @return as run()
  std::error_code turn(TimePoint until);
  /// Passes on what has arrived at every socket, without waiting, also after stop(): a program that falls
  /// behind has datagrams in its receive buffer that came before the stop.
  /// @return false if a flood came faster than it was handled, for longer than a receive buffer holds
  bool drain();

  /// To run other Boost.Asio objects on this thread: signals, timers, connections. Only for programs that link
  /// the static library: Boost.Asio has thread-local state in each module, so the shared library does not
  /// export it.
  boost::asio::io_context& context() noexcept;

 private:
  struct State;
  template <class Recipient>
  void add(UnitSocket& socket, Recipient& recipient);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
