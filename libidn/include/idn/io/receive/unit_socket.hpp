// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <system_error>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/result.hpp"
#include "idn/time.hpp"

/// The receiving side's UDP socket: kernel time stamps, local addresses, counted losses (sections 1.1
/// and 1.11).
namespace idn::io {

class UnitLoop;

/// A datagram, with what the kernel reports about it.
struct ReceivedDatagram {
  ConstBytes bytes;                   ///< valid until the next receive()
  Endpoint from;                      ///< who sent it
  Endpoint to;                        ///< as the client addressed it, perhaps a broadcast address
  Endpoint local;                     ///< the unit's own address, from which an answer has to be sent
  Instant arrival{};                  ///< by both clocks
  bool kernel_time = false;           ///< stamped by the kernel; else when receive() returned it
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
class UnitSocket {
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

}  // namespace idn::io
