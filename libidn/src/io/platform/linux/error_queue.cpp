// SPDX-License-Identifier: MIT
#include "io/platform/linux/error_queue.hpp"

#include <linux/errqueue.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

#include "io/platform/posix/socket_address.hpp"

namespace idn::io::platform {

std::error_code reason_in(msghdr& message) noexcept {
  for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr;
       control = CMSG_NXTHDR(&message, control)) {
    if (control->cmsg_level != IPPROTO_IP || control->cmsg_type != IP_RECVERR) continue;
    sock_extended_err error;
    std::memcpy(&error, CMSG_DATA(control), sizeof error);
    if (error.ee_origin == SO_EE_ORIGIN_TXTIME) return std::make_error_code(std::errc::operation_canceled);
    // Other errors than ICMP are local, and the sending call has returned them already; a smaller path MTU
    // (EMSGSIZE) is handled by the kernel itself.
    if (error.ee_origin == SO_EE_ORIGIN_ICMP && error.ee_errno != EMSGSIZE)
      return {static_cast<int>(error.ee_errno), std::system_category()};
  }
  return {};
}

bool enable_error_queue(int socket) noexcept {
  const int on = 1;
  return ::setsockopt(socket, IPPROTO_IP, IP_RECVERR, &on, sizeof on) == 0;
}

std::optional<ReturnedDatagram> next_returned(int socket) noexcept {
  sockaddr_in receiver{};
  alignas(cmsghdr) std::array<char, 512> control;
  msghdr message{};
  message.msg_name = &receiver;
  message.msg_namelen = sizeof receiver;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  if (::recvmsg(socket, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return std::nullopt;
  return ReturnedDatagram{to_endpoint(receiver), reason_in(message)};
}

}  // namespace idn::io::platform
