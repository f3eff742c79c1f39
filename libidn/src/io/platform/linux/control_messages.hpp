// SPDX-License-Identifier: MIT
#pragma once

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace idn::io::platform {

/// Control data of an outgoing message (cmsg(3)): each kind at most once.
/// Must not be moved before the message is sent.
class ControlMessages {
 public:
  /// The kernel divides the octets into datagrams of this size: udp(7), UDP_SEGMENT.
  void add_segment(msghdr& header, std::size_t octets) noexcept {
    add(header, SOL_UDP, UDP_SEGMENT, static_cast<std::uint16_t>(octets));
  }
  /// The queue discipline holds the message back until then, in nanoseconds of the clock given with SO_TXTIME:
  /// socket(7), tc-etf(8).
  void add_transmit_time(msghdr& header, std::uint64_t nanoseconds) noexcept {
    add(header, SOL_SOCKET, SCM_TXTIME, nanoseconds);
  }

 private:
  template <class T>
  void add(msghdr& header, int level, int type, T value) noexcept {
    auto* const control = reinterpret_cast<cmsghdr*>(room_.data() + header.msg_controllen);
    control->cmsg_level = level;
    control->cmsg_type = type;
    control->cmsg_len = CMSG_LEN(sizeof value);
    std::memcpy(CMSG_DATA(control), &value, sizeof value);
    header.msg_control = room_.data();
    header.msg_controllen += CMSG_SPACE(sizeof value);
  }

  alignas(
      cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint16_t)) + CMSG_SPACE(sizeof(std::uint64_t))> room_;
};

}  // namespace idn::io::platform
