// SPDX-License-Identifier: MIT
#include "io/platform/linux/message_headers.hpp"

#include <netinet/udp.h>

#include <algorithm>
#include <cstring>

#include "io/platform/linux/socket_address.hpp"

namespace idn::io::platform {
namespace {

/// `message` has room for one such control message.
template <class T>
void add_control(msghdr& message, std::span<char> room, int level, int type, T value) noexcept {
  message.msg_control = room.data();
  message.msg_controllen = CMSG_SPACE(sizeof value);
  cmsghdr* const control = CMSG_FIRSTHDR(&message);
  control->cmsg_level = level;
  control->cmsg_type = type;
  control->cmsg_len = CMSG_LEN(sizeof value);
  std::memcpy(CMSG_DATA(control), &value, sizeof value);
}

}  // namespace

MessageHeaders::MessageHeaders(std::size_t most) : parts_(most), headers_(most) {}

std::span<mmsghdr> MessageHeaders::fill(std::span<const OutgoingMessage> messages) noexcept {
  const std::size_t count = std::min(messages.size(), headers_.size());
  for (std::size_t i = 0; i < count; ++i) headers_[i] = {describe(messages[i], parts_[i]), 0};
  return std::span(headers_).first(count);
}

msghdr MessageHeaders::describe(const OutgoingMessage& message, Parts& parts) noexcept {
  parts.to = to_sockaddr(message.to);
  parts.octets = {const_cast<std::byte*>(message.octets.data()), message.octets.size()};
  msghdr header{};
  header.msg_name = &parts.to;
  header.msg_namelen = sizeof parts.to;
  header.msg_iov = &parts.octets;
  header.msg_iovlen = 1;
  if (message.datagrams() > 1)
    add_control(header, parts.control, SOL_UDP, UDP_SEGMENT, static_cast<std::uint16_t>(message.segment));
  return header;
}

}  // namespace idn::io::platform
