// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "idn/io/receive/unit_loop.hpp"
#include "io/platform/datagram_batch.hpp"
#include "io/receive/broadcast_listener.hpp"
#include "io/receive/unit_watch.hpp"

namespace idn::io {

struct UnitSocket::State {
  boost::asio::ip::udp::socket socket;
  Endpoint local;
  std::size_t receive_buffer = 0;
  platform::DatagramBatch batch;
  std::unique_ptr<BroadcastListener> broadcasts;  ///< for a socket of one address, where it is needed
  std::string broadcast_problem;
  bool is_broadcasts_turn = false;
  std::vector<std::uint32_t> admitted;  ///< indices of the interfaces to receive by; empty: every one
  std::shared_ptr<UnitWatch> watch;     ///< set by UnitLoop::serve()

  explicit State(boost::asio::ip::udp::socket bound)
      : socket(std::move(bound)),
        local(Endpoint::ipv4(socket.local_endpoint().address().to_v4().to_uint(),
                             socket.local_endpoint().port())),
        batch(socket.native_handle(), local) {}

  void listen_to_broadcasts(boost::asio::io_context& context);
  std::error_code admit_interface_of(std::uint32_t address);
  std::span<ReceivedDatagram> next_batch() noexcept;
  std::span<ReceivedDatagram> next_admitted() noexcept;

  /// The sockets to wait for.
  template <class F>
  void for_each_socket(F f) {
    f(socket);
    if (broadcasts) broadcasts->for_each_socket(f);
  }
};

}  // namespace idn::io
