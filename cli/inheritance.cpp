// SPDX-License-Identifier: MIT
#include "cli/inheritance.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#endif

namespace idn::cli {

void prevent_inheritance(NativeSocket socket) noexcept {
#ifdef _WIN32
  ::SetHandleInformation(reinterpret_cast<HANDLE>(socket), HANDLE_FLAG_INHERIT, 0);
#else
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
#endif
}

boost::asio::ip::tcp::acceptor listen_at(boost::asio::io_context& context, const Endpoint& local) {
  using boost::asio::ip::tcp;
  const tcp::endpoint at(boost::asio::ip::address_v4(local.ipv4_address()), local.port);
  tcp::acceptor acceptor(context, at.protocol());
  prevent_inheritance(acceptor.native_handle());
  acceptor.set_option(tcp::acceptor::reuse_address(true));
  acceptor.bind(at);
  acceptor.listen();
  return acceptor;
}

}  // namespace idn::cli
