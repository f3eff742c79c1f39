// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <memory>

#include "idn/io/receive/unit_loop.hpp"

/// What a unit's socket needs from the operating system beyond Asio.
namespace idn::io::platform {

using NativeSocket = boost::asio::ip::udp::socket::native_handle_type;

/// Opens a socket for IPv4 that programs which this process starts do not inherit: they would hold its port
/// after this process has ended.
void open_udp(boost::asio::ip::udp::socket& socket, boost::system::error_code& error);

/// Marks what the socket sends by this DSCP. Linux: also by the priority of the socket, from which an interface
/// of a VLAN takes the priority in its tags. Does nothing on Windows, which ignores IP_TOS: there a policy of
/// the machine marks datagrams, and qWAVE, which can, too, was never tried.
std::error_code mark_datagrams(NativeSocket socket, std::uint8_t dscp) noexcept;

/// Makes the port exclusive. Call before bind.
std::error_code claim_port(NativeSocket socket) noexcept;

/// Allows all sockets on this computer that call it to be bound to the same address. Call before bind.
std::error_code share_port(NativeSocket socket) noexcept;

/// Whether the system delivers the broadcasts of the network also to sockets that are bound to one address.
#ifdef _WIN32
inline constexpr bool kBoundGetsBroadcasts = true;
#else
inline constexpr bool kBoundGetsBroadcasts = false;
#endif

/// Limits multicast to the groups that this socket joins, on the interfaces on which it does: on Linux, a
/// socket of all addresses also gets what other programs have joined. Call before bind.
std::error_code receive_joined_groups_only(NativeSocket socket) noexcept;

/// Whether a socket that is bound to the address of an interface gets the multicast it has joined there.
#ifdef _WIN32
inline constexpr bool kBoundGetsMulticast = true;
#else
inline constexpr bool kBoundGetsMulticast = false;
#endif

/// Requests arrival times, destination addresses and the drop counter, each where available.
void enable_receive_details(NativeSocket socket) noexcept;

/// Returns the octets granted, which may be fewer.
std::size_t set_receive_buffer(NativeSocket socket, std::size_t octets) noexcept;

std::error_code send_from(NativeSocket socket, ConstBytes datagram, const Endpoint& to,
                          const Endpoint& from) noexcept;

inline constexpr std::size_t kMaxDatagram = 65536;

/// Buffers for several datagrams.
class DatagramBatch {
 public:
  /// @param bound   address that the socket is bound to
  /// @param longest octets of a datagram; a longer one comes without any
  DatagramBatch(NativeSocket socket, const Endpoint& bound, std::size_t longest = kMaxDatagram);
  ~DatagramBatch();
  DatagramBatch(const DatagramBatch&) = delete;
  DatagramBatch& operator=(const DatagramBatch&) = delete;

  /// See UnitSocket::receive(). Of ReceivedDatagram::arrival only since_1970 is set, if the kernel stamps.
  std::span<ReceivedDatagram> receive() noexcept;
  std::uint64_t dropped() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::io::platform
