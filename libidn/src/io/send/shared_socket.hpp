// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <system_error>

#include "idn/counter.hpp"
#include "idn/endpoint.hpp"
#include "idn/io/send/kernel_pacing.hpp"
#include "idn/io/send/send_log.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "io/send/retargetable_transport.hpp"

namespace idn::io {

/// How a SharedSocket is opened.
struct SharedSocketOptions {
  /// Octets of send buffer to request. Until the network card has it, a datagram takes two to three times its
  /// size of that.
  std::size_t send_buffer = std::size_t{4} << 20;
  std::size_t most_datagrams = 512;                ///< queued at a time; more are sent in several calls
  std::size_t most_octets = std::size_t{1} << 20;  ///< likewise; raised to the largest datagram
  bool segmentation = true;                        ///< UDP GSO, where available; false to measure what it saves
  /// Gets each real-time datagram with its transmit time stamp (Linux). For measurements: turns segmentation
  /// off.
  std::shared_ptr<SendLog> log{};
};

/// Counters of a SharedSocket, readable from any thread.
struct SharedSocketStats {
  Counter datagrams;     ///< that the operating system accepted
  Counter system_calls;  ///< that sent them
  Counter copied;        ///< octets, of datagrams that shared a wake-up with others to the same receiver
  Counter socket_full;   ///< datagrams dropped because send buffer or device queue had no room
  Counter refused;       ///< datagrams that the operating system rejected for another reason
  Counter late;          ///< datagrams that the kernel dropped because their departure had passed
  Counter overwritten;   ///< answers that newer ones replaced before receive() was called
  Counter strangers;     ///< datagrams from addresses other than those of the connected receivers
};

/// One UDP socket for many receivers: what is sent to all of them within one wake-up leaves in one system call,
/// and their answers are read by one. The loop serves each session that is due with the transport that
/// connect() returned for it, then calls flush() once.
///
/// Threads: one at a time, stats() apart. Real-time: send(), receive() and flush() do not allocate, lock, log
/// or block.
class SharedSocket {
 public:
  /// @return the operating system's error
  static SystemResult<std::unique_ptr<SharedSocket>> open(const SharedSocketOptions& options = {});
  ~SharedSocket();
  SharedSocket(const SharedSocket&) = delete;
  SharedSocket& operator=(const SharedSocket&) = delete;

  /// A transport that lives as long as this object; connect all before the first flush(). Its send() queues the
  /// datagram and reports, once, the error of an earlier one: connection_refused if nothing listens there
  /// (with several receivers on Linux only), no_buffer_space if it was dropped; or message_size for more than
  /// 65507 octets. Its retarget() keeps the source port. If another link of this socket sends to the new
  /// receiver, that one is suspended until it is retargeted too, since a receiver takes both for one
  /// connection.
  /// @return already_connected for a second transport to the same receiver, for that reason; or the operating
  /// system's error, for instance network_unreachable, permission_denied for a broadcast address
  SystemResult<RetargetableTransport*> connect(const Endpoint& receiver);

  /// Turns on kernel pacing (SO_TXTIME) for send_at(), for all receivers connected so far or for none; see
  /// UdpTransport. Before the first flush().
  /// @return kernel pacing as enabled, or the cause with a hint, as a sentence fragment for messages
  SystemResult<KernelPacing> enable_kernel_pacing();

  /// Ends a wake-up: passes all queued datagrams to the operating system. Those for which the send buffer has
  /// no room are dropped.
  void flush() noexcept;

  /// The port that all datagrams leave from, with our address on the way to the receiver connected last.
  Endpoint local() const;
  /// Octets that the operating system granted.
  std::size_t send_buffer() const noexcept;
  /// Whether datagrams of equal length to one receiver are sent as one buffer that the kernel or the network
  /// card divides (UDP GSO).
  bool segments() const noexcept;
  /// What was sent and received so far.
  const SharedSocketStats& stats() const noexcept;

 private:
  struct State;
  explicit SharedSocket(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::io
