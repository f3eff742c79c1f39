// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "idn/endpoint.hpp"

namespace idn::cli {

/// Native handle of any socket of Asio.
using NativeSocket = boost::asio::detail::socket_type;

/// Programs that this one starts from now on do not get the socket: they would hold its port, or its
/// connection, after this program has ended.
void prevent_inheritance(NativeSocket socket) noexcept;

/// Listens for TCP connections, by a socket that is not inherited. Accepted ones need prevent_inheritance().
/// @throws boost::system::system_error
boost::asio::ip::tcp::acceptor listen_at(boost::asio::io_context& context, const Endpoint& local);

}  // namespace idn::cli
