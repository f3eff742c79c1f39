// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <system_error>

#include "idn/endpoint.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/io/send/send_log.hpp"
#include "idn/result.hpp"
#include "idn/statistics.hpp"
#include "io/send/retargetable_transport.hpp"

namespace idn::io {

/// What the sockets of an engine share: three descriptors, which a socket without a group has for itself.
/// Threads: any. Real-time: no (heap, locks).
class SocketGroup;
/// A group without sockets. It lives as long as one of its sockets does.
std::shared_ptr<SocketGroup> make_socket_group();

/// How a StreamSocket is opened.
struct StreamSocketOptions {
  /// Octets of send buffer to request. Until the network card has it, a datagram takes two to three times its
  /// size of that.
  std::size_t send_buffer = std::size_t{4} << 20;
  std::size_t most_datagrams = 64;                   ///< queued at a time; more are sent in several calls
  std::size_t most_octets = std::size_t{256} << 10;  ///< likewise; raised to the largest datagram
  bool segmentation = true;  ///< UDP GSO, where available; false to measure what it saves
  std::uint8_t dscp = 0;     ///< of all datagrams, see client::DatagramOptions; 0: as the system does
  /// Gets each real-time datagram with its transmit time stamp (Linux). For measurements: turns segmentation
  /// off.
  std::shared_ptr<SendLog> log{};
  std::shared_ptr<SocketGroup> group{};  ///< nothing: one of its own
};

/// Counters of a StreamSocket, readable from any thread.
struct StreamSocketStats {
  Counter datagrams;     ///< that the operating system accepted
  Counter system_calls;  ///< that sent them
  Counter copied;        ///< octets, of datagrams that shared a wake-up with others
  Counter socket_full;   ///< datagrams dropped because send buffer or device queue had no room
  Counter refused;       ///< datagrams that the operating system rejected for another reason
  Counter late;          ///< datagrams that the kernel dropped because their departure had passed
};

/// The UDP socket of a stream: what is sent to the receiver within one wake-up leaves in one system call, with
/// flush(). send() queues the datagram and reports, once, the error of an earlier one: connection_refused if
/// nothing listens there, no_buffer_space if it was dropped; or message_size for more than 65507 octets.
/// retarget() keeps the source port.
///
/// Threads: one at a time; retarget() and stats() any. Real-time: send(), receive() and flush() do not
/// allocate, lock, log or block.
class StreamSocket final : public RetargetableTransport {
 public:
  /// Octets that are kept of an answer; an acknowledge is shorter.
  static constexpr std::size_t kMostOfAnswer = 64;

  /// `receiver`: Endpoint::ipv4(0, 0) drops what is sent until retarget().
  /// @return the operating system's error, for instance network_unreachable, permission_denied for a broadcast
  /// address
  static Result<std::unique_ptr<StreamSocket>> open(const Endpoint& receiver,
                                                    const StreamSocketOptions& options = {});
  ~StreamSocket() override;

  std::error_code send(ConstBytes datagram) noexcept override;
  std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept override;
  std::error_code send_kept(ConstBytes datagram, TimePoint departure) noexcept override;
  /// The system is asked once per wake-up: a flood of answers delays others, but takes no time from streams.
  std::size_t receive(MutableBytes buffer) noexcept override;
  /// Datagrams for which the send buffer has no room are dropped.
  void flush() noexcept override;

  /// Turns on kernel pacing (SO_TXTIME) for send_at(), after asking the kernel whether the queue discipline on
  /// the route to the receiver supports it; Linux only. Before the first flush().
  /// @return kernel pacing as enabled, or the cause with a hint, as a sentence fragment for messages
  Result<KernelPacing> enable_kernel_pacing();

  /// The port that all datagrams leave from, with our address on the way to the first receiver.
  Endpoint local() const;
  /// Octets that the operating system granted.
  std::size_t send_buffer() const noexcept;
  /// Whether datagrams of equal length are sent as one buffer that the kernel or the network card divides (UDP
  /// GSO).
  bool segments() const noexcept;
  /// What was sent and received so far.
  const StreamSocketStats& stats() const noexcept;

 private:
  struct State;
  explicit StreamSocket(std::unique_ptr<State> state);
  bool go_to(const Endpoint& receiver) noexcept override;

  std::unique_ptr<State> state_;
};

}  // namespace idn::io
