// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <boost/asio/ip/udp.hpp>
#include <list>
#include <optional>
#include <span>
#include <string>

#include "idn/io/unit_socket.hpp"
#include "idn/system_error.hpp"
#include "io/platform/datagram_batch.hpp"
#include "io/platform/system_interface.hpp"

namespace idn::io {

/// Where a unit that is bound to one address is asked together with all others.
struct BroadcastNetwork {
  std::uint32_t interface = 0;        ///< as the system numbers it
  std::vector<std::uint32_t> groups;  ///< the broadcast addresses of the network, limited and directed
};

/// Nothing where nobody asks by broadcast: for a socket of all addresses and on loopback.
/// @return why the network of `address` cannot be asked by broadcast, as a sentence fragment
SystemResult<std::optional<BroadcastNetwork>> broadcast_network(
    std::span<const platform::SystemInterface> interfaces, std::uint32_t address);

/// Whether a datagram to a broadcast address is a question that every unit of its network answers. Streams are
/// not: who wants to reach several units sends to each. Client groups are not: that request may change a unit.
/// @param interface where the unit is; the limited broadcast comes by every one
bool is_request_to_all(const ReceivedDatagram& datagram, std::uint32_t interface) noexcept;

/// What clients ask all units of a network, for a unit that is bound to one address of it: the system hands
/// broadcasts to nobody whose socket has an address of its own. Sockets that are bound to the broadcast
/// addresses get a copy each, however many units there are, in as many processes.
class BroadcastListener {
 public:
  /// Octets of receive buffer: for the requests of a moment. A flood loses nothing but further broadcasts.
  static constexpr std::size_t kReceiveBuffer = std::size_t{256} << 10;
  /// No request is longer.
  static constexpr std::size_t kLongest = 2048;

  /// @param unit what it is bound to, with the real port
  BroadcastListener(boost::asio::io_context& context, const BroadcastNetwork& network, const Endpoint& unit);

  /// One batch of requests, from the address of the unit; bounded, also where other datagrams flood in.
  std::span<ReceivedDatagram> receive() noexcept;

  /// To wait for.
  template <class F>
  void for_each_socket(F f) {
    for (Group& group : groups_) f(group.socket);
  }

  /// Why one of the broadcast addresses cannot be listened to; empty where all can.
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
