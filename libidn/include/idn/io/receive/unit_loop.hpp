// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/stop_token.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "idn/time.hpp"
#include "idn/wire/hello.hpp"

namespace boost::asio {
class io_context;
}

/// The receiving loop: where sockets, clocks and receivers meet. Any number of units on one thread
/// (sections 1.1 and 1.11).
namespace idn::io {

/// A random, locally administered EUI-48, for units that store it.
IDN_EXPORT wire::UnitId random_unit_id();

/// A locally administered EUI-48 that depends on both arguments alone, for units that cannot store one.
IDN_EXPORT wire::UnitId derive_unit_id(std::string_view machine, const Endpoint& local) noexcept;

/// A text that identifies this computer: its machine ID, else its host name.
IDN_EXPORT std::string machine_identity();

class UnitLoop;

/// A datagram, with what the kernel reports about it.
struct ReceivedDatagram {
  ConstBytes bytes;   ///< valid until the next receive()
  Endpoint from;      ///< who sent it
  Endpoint to;        ///< as the client addressed it, perhaps a broadcast address
  Endpoint local;     ///< the unit's own address, from which an answer has to be sent
  Instant arrival{};  ///< by both clocks
  /// Stamped by the kernel, or by a network card whose clock agrees with the wall clock; else the arrival is
  /// when receive() returned it.
  bool kernel_time = false;
  std::uint32_t interface_index = 0;  ///< index of the interface by which it came; 0: unknown
};

/// How a UnitSocket is opened.
struct UnitSocketOptions {
  std::uint32_t address = 0;      ///< IPv4 in host byte order, 0 for every interface
  std::uint16_t port = kIdnPort;  ///< 0: any free port
  /// Octets of receive buffer to request. A flood of 100'000 small datagrams per second fills 4 MiB within a
  /// tenth of a second, and a busy machine may delay a program for longer; the unused part takes no memory.
  std::size_t receive_buffer = std::size_t{16} << 20;
  /// For a socket that is bound to one address: also receive broadcast requests (scan, service map and ping
  /// requests to the limited and the directed broadcast address of the network of that address, as it is when
  /// the socket opens). Sockets of all addresses get every broadcast anyway.
  bool broadcasts = true;
  /// Multicast group to join on the interface of `address`, in host byte order; 0: none. The socket then
  /// receives what comes by that interface and what this machine sends to itself, at any address: most systems
  /// give no multicast to a socket that is bound to one. With `address` 0 the routing table chooses the
  /// interface to join on, and the socket receives by every one.
  std::uint32_t group = 0;
};

/// The UDP socket of a unit. Threads: one owner; while a loop runs that serves it, the thread of that loop.
/// Real-time: receive() and send() (no heap, lock, log).
class IDN_EXPORT UnitSocket {
 public:
  /// `loop`: for UnitLoop::serve(); must outlive the socket.
  /// @return the operating system's error, for instance std::errc::address_in_use
  static Result<std::unique_ptr<UnitSocket>> open(UnitLoop& loop, const UnitSocketOptions& options);
  ~UnitSocket();
  UnitSocket(const UnitSocket&) = delete;
  UnitSocket& operator=(const UnitSocket&) = delete;

  /// A batch of datagrams that have arrived, read by one system call where the system has one for several. Does
  /// not block; empty when nothing is left. Real-time: yes.
  std::span<const ReceivedDatagram> receive() noexcept;

  /// Sends an answer.
  /// @param from ReceivedDatagram::local of the request, so that the client recognises the answer
  std::error_code send(ConstBytes datagram, const Endpoint& to, const Endpoint& from) noexcept;

  /// The local address, with the actual port where the options have 0.
  Endpoint local() const;
  /// Octets that the operating system granted.
  std::size_t receive_buffer() const noexcept;
  /// Why broadcast requests do not reach this socket, or not those to every broadcast address, as a sentence
  /// fragment; empty if they do, and on loopback, where clients send no broadcasts.
  const std::string& broadcast_problem() const noexcept;
  /// Broadcasts that were ignored: streams, and what came by another interface.
  std::uint64_t ignored_broadcasts() const noexcept;

  /// Datagrams that the kernel dropped because the buffer was full; 0 where it does not report them.
  std::uint64_t dropped() const noexcept;

 private:
  friend UnitLoop;
  struct State;
  explicit UnitSocket(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Handles the datagrams of one socket, for programs that do more than pass them to a Receiver.
/// Exceptions of its members leave UnitLoop::run() and turn(). Threads: called on that of the loop. Real-time:
/// not required, but a long call delays every socket of the loop.
class IDN_EXPORT UnitHandler {
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
/// one, that of run() or turn(); stop(), is_stopped(), post() and call_at() from any. Real-time: no (heap).
class IDN_EXPORT UnitLoop {
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
  std::error_code run(const stop_token& stop = {});
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

  /// Calls `task` on the thread of the loop as soon as it can, after those posted before. Its exceptions leave
  /// run() and turn(). Never called if the loop is stopped before.
  void post(std::function<void()> task);
  /// The same at a time, or as soon after it as it can.
  void call_at(TimePoint at, std::function<void()> task);

 private:
  friend UnitSocket;
  struct State;
  boost::asio::io_context& context() noexcept;
  template <class Recipient>
  void add(UnitSocket& socket, Recipient& recipient);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
