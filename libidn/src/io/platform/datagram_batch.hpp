// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <memory>

#include "idn/io/unit_socket.hpp"

/// What a unit's socket needs from the operating system beyond Asio.
namespace idn::io::platform {

using NativeSocket = boost::asio::ip::udp::socket::native_handle_type;

/// Nobody else may share the port. Before bind.
std::error_code claim_port(NativeSocket socket) noexcept;

/// Asks for arrival times, destination addresses and the drop counter, each where available.
void enable_receive_details(NativeSocket socket) noexcept;

/// Returns the octets granted, which may be fewer.
std::size_t set_receive_buffer(NativeSocket socket, std::size_t octets) noexcept;

std::error_code send_from(NativeSocket socket, ConstBytes datagram, const Endpoint& to,
                          const Endpoint& from) noexcept;

/// Buffers for several datagrams of any size.
class DatagramBatch {
 public:
  /// `bound` is what the socket is bound to.
  DatagramBatch(NativeSocket socket, const Endpoint& bound);
  ~DatagramBatch();
  DatagramBatch(const DatagramBatch&) = delete;
  DatagramBatch& operator=(const DatagramBatch&) = delete;

  /// See UnitSocket::receive(). Of the arrivals only the kernel's time since 1970 is filled in.
  std::span<ReceivedDatagram> receive() noexcept;
  std::uint64_t dropped() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
