// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <memory>
#include <optional>
#include <span>
#include <system_error>

#include "idn/endpoint.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/result.hpp"
#include "io/send/send_queue.hpp"
#include "io/send/send_recorder.hpp"

/// What the socket of a stream needs from the operating system beyond Asio.
namespace idn::io::platform {

constexpr Endpoint kNoReceiver = Endpoint::ipv4(0, 0);

/// Gets the errors of BatchSocket.
class DeliveryObserver {
 public:
  virtual ~DeliveryObserver() = default;
  /// These datagrams were not sent.
  virtual void on_lost(const OutgoingMessage& message, std::error_code why) noexcept = 0;
  /// An ICMP error for an earlier datagram to `receiver`; or operation_canceled, without a receiver: the kernel
  /// has dropped one because its departure had passed.
  virtual void on_returned(const Endpoint& receiver, std::error_code why) noexcept = 0;
  /// A message could only be sent datagram by datagram; they should no longer be merged.
  virtual void on_indivisible() noexcept = 0;
};

struct Answer {
  Endpoint from;
  ConstBytes octets;  ///< valid until the next receive()
};

/// Sends and receives many datagrams per system call, where the system has such calls.
class BatchSocket {
 public:
  struct Limits {
    std::size_t messages;  ///< most messages per send()
    std::size_t answer;    ///< octets that are kept of each answer
    bool segmentation;     ///< use UDP GSO where it is available
  };

  /// `socket` is bound to a port that was chosen for it, does not block, and outlives this object.
  BatchSocket(boost::asio::ip::udp::socket& socket, const Limits& limits);
  ~BatchSocket();
  BatchSocket(const BatchSocket&) = delete;
  BatchSocket& operator=(const BatchSocket&) = delete;

  /// Where messages go from now on, kNoReceiver: none is sent. The next send() connects to it; then answers of
  /// others are not received. It connects anew when sending fails, since our own address may have changed.
  void set_receiver(const Endpoint& receiver) noexcept;

  /// Returns the octets granted, which may be fewer.
  std::size_t set_send_buffer(std::size_t octets) noexcept;
  bool segments() const noexcept;
  /// Turns on kernel pacing: messages leave at their departures. See enable_transmit_times().
  Result<KernelPacing> enable_pacing();

  /// Requests transmit time stamps for take_stamp(). Does nothing where the system has none.
  void enable_stamps() noexcept;
  /// The next time stamp that is there. Does not block.
  std::optional<StampedDatagram> take_stamp() noexcept;

  /// Tries to send every message; an error of one does not affect the others. If the send buffer is full, the
  /// rest is lost, reported as no_buffer_space. Returns the number of system calls.
  std::size_t send(std::span<const OutgoingMessage> messages, DeliveryObserver& observer) noexcept;

  /// The answers that have arrived, as many as there are buffers.
  std::span<const Answer> receive(DeliveryObserver& observer) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
