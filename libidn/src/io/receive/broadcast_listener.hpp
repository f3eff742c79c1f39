// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <boost/asio/ip/udp.hpp>
#include <list>
#include <optional>
#include <span>
#include <string>

#include "idn/io/receive/unit_loop.hpp"
#include "io/platform/datagram_batch.hpp"
#include "io/platform/system_interface.hpp"

namespace idn::io {

/// The network from which a unit that is bound to one address gets broadcast requests.
struct BroadcastNetwork {
  std::uint32_t interface = 0;        ///< index
  std::vector<std::uint32_t> groups;  ///< the broadcast addresses of the network, limited and directed
};

/// The network of `address`; nothing for a socket of all addresses, which gets broadcasts anyway, and on
/// loopback.
/// @return or why broadcasts of that network cannot be received, as a sentence fragment
Result<std::optional<BroadcastNetwork>> broadcast_network(std::span<const platform::SystemInterface> interfaces,
                                                          std::uint32_t address);

/// Whether a datagram to a broadcast address is a request that every unit of the network answers. Streams are
/// not: a client sends them to each unit. Client group requests are not: they may change a unit.
/// @param interface that of the unit; a datagram that came by another one is no such request
bool is_request_to_all(const ReceivedDatagram& datagram, std::uint32_t interface) noexcept;

/// Receives broadcast requests for a unit that is bound to one address: the system delivers no broadcasts to a
/// socket that is bound to a unicast address. Each socket that is bound to a broadcast address gets a copy,
/// also with many units in several processes.
class BroadcastListener {
 public:
  /// Octets of receive buffer, for a burst of requests. If a flood fills it, only broadcasts are lost.
  static constexpr std::size_t kReceiveBuffer = std::size_t{256} << 10;
  /// Octets of the longest datagram; no request is longer.
  static constexpr std::size_t kLongest = 2048;

  /// @param unit address that the unit is bound to, with the actual port
  BroadcastListener(boost::asio::io_context& context, const BroadcastNetwork& network, const Endpoint& unit);

  /// One batch of requests, with the address of the unit as ReceivedDatagram::local. Reads a bounded number of
  /// datagrams, so that a flood of others cannot block it.
  std::span<ReceivedDatagram> receive() noexcept;

  /// The sockets to wait for.
  template <class F>
  void for_each_socket(F f) {
    for (Group& group : groups_) f(group.socket);
  }

  /// Why one of the broadcast addresses cannot be used; empty if all can.
  const std::string& problem() const noexcept { return problem_; }
  std::uint64_t dropped() const noexcept;
  std::uint64_t ignored() const noexcept { return ignored_; }

 private:
  struct Group {
    boost::asio::ip::udp::socket socket;
    platform::DatagramBatch batch;

    Group(boost::asio::ip::udp::socket bound, const Endpoint& unit)
        : socket(std::move(bound)), batch(socket.native_handle(), unit, kLongest) {}
  };

  void listen(boost::asio::io_context& context, const Endpoint& at);
  std::span<ReceivedDatagram> requests(std::span<ReceivedDatagram> batch) noexcept;

  std::uint32_t interface_;
  Endpoint unit_;
  std::list<Group> groups_;
  std::string problem_;
  std::uint64_t ignored_ = 0;
};

}  // namespace idn::io
