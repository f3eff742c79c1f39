// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <system_error>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "idn/time.hpp"

/// The receiving side's UDP socket: exact arrival times, true addresses, nothing lost without notice
/// (sections 1.1 and 1.11).
namespace idn::io {

class UnitLoop;

/// A datagram as the kernel gave it.
struct ReceivedDatagram {
  ConstBytes bytes;             ///< valid until the next receive()
  Endpoint from;                ///< who sent it
  Endpoint to;                  ///< as the client addressed it, perhaps a broadcast address
  Endpoint local;               ///< the unit's own address on that way: where an answer has to come from
  Instant arrival{};            ///< by both clocks
  bool kernel_time = false;     ///< stamped by the kernel; else when receive() returned it
  std::uint32_t interface = 0;  ///< by which it came, as the system numbers it; 0 where that does not tell
};

/// How a UnitSocket is opened.
struct UnitSocketOptions {
  std::uint32_t address = 0;      ///< IPv4 in host byte order, 0 for every interface
  std::uint16_t port = kIdnPort;  ///< 0: any free one
  /// Octets to ask for. A flood of 100'000 small datagrams per second fills 4 MiB within a tenth of a second,
  /// and a busy machine may keep a program waiting longer; what is not filled costs nothing.
  std::size_t receive_buffer = std::size_t{16} << 20;
  /// Of a socket that is bound to one address: it also gets the questions that clients ask everybody on the
  /// network of that address (scan, service map and ping requests to the limited and the directed broadcast
  /// address), as that network is now. Sockets of all addresses get every broadcast anyway.
  bool broadcasts = true;
};

/// Threads: one owner, the loop that serves it while that runs. Real-time: receive() and send() (no heap,
/// lock, log).
class UnitSocket {
 public:
  /// `loop` outlives the socket, and can serve it: UnitLoop::serve().
  /// @return the operating system's error, for instance std::errc::address_in_use
  static SystemResult<std::unique_ptr<UnitSocket>> open(UnitLoop& loop, const UnitSocketOptions& options);
  ~UnitSocket();
  UnitSocket(const UnitSocket&) = delete;
  UnitSocket& operator=(const UnitSocket&) = delete;

  /// What has arrived, several datagrams per system call where there is one for that. Does not block; empty
  /// when nothing is left. Real-time: yes.
  std::span<const ReceivedDatagram> receive() noexcept;

  /// @param from the local address of the request, so that the client recognises the answer
  std::error_code send(ConstBytes datagram, const Endpoint& to, const Endpoint& from) noexcept;

  /// With the real port, also when 0 was asked for.
  Endpoint local() const;
  /// Octets that the operating system granted.
  std::size_t receive_buffer() const noexcept;
  /// Why clients that ask everybody do not reach this socket, or not by every broadcast address, as a sentence
  /// fragment; empty where they do, and on loopback, where nobody asks like that.
  const std::string& broadcast_problem() const noexcept;
  /// Broadcasts that are no requests to this unit: streams, and what came by another interface.
  std::uint64_t ignored_broadcasts() const noexcept;

  /// Datagrams that the kernel dropped because the buffer was full; 0 where it does not tell.
  std::uint64_t dropped() const noexcept;

 private:
  friend UnitLoop;
  struct State;
  explicit UnitSocket(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
