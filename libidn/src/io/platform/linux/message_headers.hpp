// SPDX-License-Identifier: MIT
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <span>
#include <vector>

#include "io/send_queue.hpp"

namespace idn::io::platform {

/// Outgoing messages in the form that sendmmsg(2) takes, in memory reserved beforehand.
class MessageHeaders {
 public:
  explicit MessageHeaders(std::size_t most);

  /// One header per message, as many as have room. Views into `messages` and this object.
  std::span<mmsghdr> fill(std::span<const OutgoingMessage> messages) noexcept;

 private:
  struct Parts {
    sockaddr_in to;
    iovec octets;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint16_t))> control;
  };
  static msghdr describe(const OutgoingMessage& message, Parts& parts) noexcept;

  std::vector<Parts> parts_;
  std::vector<mmsghdr> headers_;
};

}  // namespace idn::io::platform
