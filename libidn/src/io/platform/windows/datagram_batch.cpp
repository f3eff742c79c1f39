// SPDX-License-Identifier: MIT
#include "io/platform/datagram_batch.hpp"

#include <mswsock.h>
#include <winsock2.h>
#include <ws2tcpip.h>

#include <array>

#ifndef SIO_UDP_CONNRESET
#define SIO_UDP_CONNRESET _WSAIOW(IOC_VENDOR, 12)
#endif

namespace idn::io::platform {
namespace {

std::error_code last_error() {
  return {::WSAGetLastError(), std::system_category()};
}

sockaddr_in to_sockaddr(const Endpoint& endpoint) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(endpoint.port);
  address.sin_addr.s_addr = htonl(endpoint.ipv4_address());
  return address;
}

}  // namespace

void open_udp(boost::asio::ip::udp::socket& socket, boost::system::error_code& error) {
  socket.open(boost::asio::ip::udp::v4(), error);
  if (!error)
    ::SetHandleInformation(reinterpret_cast<HANDLE>(static_cast<SOCKET>(socket.native_handle())),
                           HANDLE_FLAG_INHERIT, 0);
}

std::error_code mark_datagrams(NativeSocket, std::uint8_t) noexcept {
  return {};
}

std::error_code claim_port(NativeSocket socket) noexcept {
  const BOOL exclusive = TRUE;
  const auto* value = reinterpret_cast<const char*>(&exclusive);
  if (::setsockopt(socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, value, sizeof exclusive) == 0) return {};
  return last_error();
}

std::error_code share_port(NativeSocket) noexcept {
  return std::make_error_code(std::errc::operation_not_supported);  // see kBoundGetsBroadcasts
}

std::error_code receive_joined_groups_only(NativeSocket) noexcept {
  return {};  // as Windows does by default
}

/// No time stamps on Windows. Turns off that the closed port of a client fails the next receive call, which
/// Windows does by default.
void enable_receive_details(NativeSocket socket) noexcept {
  BOOL report = FALSE;
  DWORD returned = 0;
  ::WSAIoctl(socket, SIO_UDP_CONNRESET, &report, sizeof report, nullptr, 0, &returned, nullptr, nullptr);
}

std::size_t set_receive_buffer(NativeSocket socket, std::size_t octets) noexcept {
  int value = static_cast<int>(octets);
  ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&value), sizeof value);
  int size = sizeof value;
  if (::getsockopt(socket, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<char*>(&value), &size) != 0) return 0;
  return static_cast<std::size_t>(value);
}

/// The routing table chooses the source address, which is the right one unless two interfaces share a network.
std::error_code send_from(NativeSocket socket, ConstBytes datagram, const Endpoint& to,
                          const Endpoint&) noexcept {
  const sockaddr_in address = to_sockaddr(to);
  const int sent =
      ::sendto(socket, reinterpret_cast<const char*>(datagram.data()), static_cast<int>(datagram.size()), 0,
               reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return sent == SOCKET_ERROR ? last_error() : std::error_code{};
}

struct DatagramBatch::State {
  State(NativeSocket native, const Endpoint& own) : socket(native), bound(own) {}

  NativeSocket socket;
  Endpoint bound;
  std::array<std::byte, kMaxDatagram> octets{};
  ReceivedDatagram datagram;
};

DatagramBatch::DatagramBatch(NativeSocket socket, const Endpoint& bound, std::size_t)
    : state_(std::make_unique<State>(socket, bound)) {}

DatagramBatch::~DatagramBatch() = default;

std::span<ReceivedDatagram> DatagramBatch::receive() noexcept {
  sockaddr_in from{};
  int from_size = sizeof from;
  const int length =
      ::recvfrom(state_->socket, reinterpret_cast<char*>(state_->octets.data()),
                 static_cast<int>(state_->octets.size()), 0, reinterpret_cast<sockaddr*>(&from), &from_size);
  if (length == SOCKET_ERROR) return {};
  state_->datagram = {.bytes = ConstBytes(state_->octets).first(static_cast<std::size_t>(length)),
                      .from = Endpoint::ipv4(ntohl(from.sin_addr.s_addr), ntohs(from.sin_port)),
                      .to = state_->bound,
                      .local = state_->bound};
  return {&state_->datagram, 1};
}

std::uint64_t DatagramBatch::dropped() const noexcept {
  return 0;
}

}  // namespace idn::io::platform
