// SPDX-License-Identifier: MIT
#include "cli/inheritance.hpp"

#include <boost/asio/ip/udp.hpp>

#include "support/catch.hpp"
#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#endif

namespace idn::cli {
namespace {

using boost::asio::ip::udp;

bool is_inherited(NativeSocket socket) {
#ifdef _WIN32
  DWORD flags = 0;
  REQUIRE(::GetHandleInformation(reinterpret_cast<HANDLE>(socket), &flags));
  return (flags & HANDLE_FLAG_INHERIT) != 0;
#else
  return (::fcntl(socket, F_GETFD) & FD_CLOEXEC) == 0;
#endif
}

TEST_CASE("programs that are started inherit no socket that listens, nor one that is kept from them", "[cli]") {
  boost::asio::io_context context;
  auto acceptor = listen_at(context, Endpoint::ipv4(0x7F000001, 0));
  CHECK(acceptor.is_open());
  CHECK_FALSE(is_inherited(acceptor.native_handle()));
  udp::socket socket(context, udp::v4());
  CHECK(is_inherited(socket.native_handle()));
  prevent_inheritance(socket.native_handle());
  CHECK_FALSE(is_inherited(socket.native_handle()));
}

}  // namespace
}  // namespace idn::cli
