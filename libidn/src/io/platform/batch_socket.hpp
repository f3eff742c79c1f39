// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <memory>
#include <optional>
#include <system_error>

#include "idn/io/kernel_pacing.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "io/send_queue.hpp"
#include "io/send_recorder.hpp"

/// What a socket shared by many receivers needs from the operating system beyond Asio.
namespace idn::io::platform {

/// Is told what does not go smoothly.
class DeliveryObserver {
 public:
  virtual ~DeliveryObserver() = default;
  /// These datagrams were not sent.
  virtual void on_lost(const OutgoingMessage& message, std::error_code why) noexcept = 0;
  /// The network's answer to an earlier datagram for `receiver`; operation_canceled, without a receiver, where
  /// the kernel has dropped one because its departure had passed.
  virtual void on_returned(const Endpoint& receiver, std::error_code why) noexcept = 0;
  /// This message could only be sent datagram by datagram, and so will the next ones to the same receiver.
  virtual void on_indivisible(const OutgoingMessage& message) noexcept = 0;
};

struct Answer {
  Endpoint from;
  ConstBytes octets;  ///< valid until the next receive()
};

/// Many datagrams per system call, where there is a call for that.
class BatchSocket {
 public:
  struct Limits {
    std::size_t messages;  ///< per send()
    std::size_t answer;    ///< octets that are kept of each
    bool segmentation;     ///< use it where it is offered
  };

  /// `socket` is open, does not block, and outlives this object.
  BatchSocket(boost::asio::ip::udp::socket& socket, const Limits& limits);
  ~BatchSocket();
  BatchSocket(const BatchSocket&) = delete;
  BatchSocket& operator=(const BatchSocket&) = delete;

  /// Returns the octets granted, which may be fewer.
  std::size_t set_send_buffer(std::size_t octets) noexcept;
  bool segments() const noexcept;
  /// From now on messages leave at their departures. See enable_transmit_times().
  SystemResult<KernelPacing> enable_pacing(std::span<const Endpoint> receivers);

  /// From now on take_stamp() tells when datagrams left; where the system does not tell that it never does.
  void enable_stamps() noexcept;
  /// The next that has come in. Does not block.
  std::optional<StampedDatagram> take_stamp() noexcept;

  /// Tries every message; an error of one does not hurt the others. A full socket loses the rest, as
  /// no_buffer_space. Returns the number of system calls.
  std::size_t send(std::span<const OutgoingMessage> messages, DeliveryObserver& observer) noexcept;

  /// What has arrived, as far as it fits into the buffers.
  std::span<const Answer> receive(DeliveryObserver& observer) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
