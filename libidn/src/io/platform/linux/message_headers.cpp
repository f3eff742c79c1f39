// SPDX-License-Identifier: MIT
#include "io/platform/linux/message_headers.hpp"

#include <algorithm>

namespace idn::io::platform {

MessageHeaders::MessageHeaders(std::size_t most) : parts_(most), headers_(most) {}

std::span<mmsghdr> MessageHeaders::fill(std::span<const OutgoingMessage> messages) noexcept {
  const std::size_t count = std::min(messages.size(), headers_.size());
  for (std::size_t i = 0; i < count; ++i) headers_[i] = {describe(messages[i], parts_[i]), 0};
  return std::span(headers_).first(count);
}

msghdr MessageHeaders::describe(const OutgoingMessage& message, Parts& parts) noexcept {
  parts.octets = {const_cast<std::byte*>(message.octets.data()), message.octets.size()};
  msghdr header{};
  header.msg_iov = &parts.octets;
  header.msg_iovlen = 1;
  if (message.datagrams() > 1) parts.control.add_segment(header, message.segment);
  if (clock_) parts.control.add_transmit_time(header, clock_->at(message.departure));
  return header;
}

}  // namespace idn::io::platform
