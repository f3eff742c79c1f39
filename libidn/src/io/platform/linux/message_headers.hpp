// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>

#include <optional>
#include <span>
#include <vector>

#include "io/platform/linux/control_messages.hpp"
#include "io/platform/linux/kernel_clock.hpp"
#include "io/send/send_queue.hpp"

namespace idn::io::platform {

/// Outgoing messages in the form that sendmmsg(2) takes for a connected socket, in memory reserved beforehand.
class MessageHeaders {
 public:
  explicit MessageHeaders(std::size_t most);

  /// From now on messages contain their departures, by this clock.
  void set_clock(KernelClock clock) noexcept { clock_ = clock; }
  /// One header per message, for the first `most` at most. Views into `messages` and this object.
  std::span<mmsghdr> fill(std::span<const OutgoingMessage> messages) noexcept;

 private:
  struct Parts {
    iovec octets;
    ControlMessages control;
  };
  msghdr describe(const OutgoingMessage& message, Parts& parts) noexcept;

  std::vector<Parts> parts_;
  std::vector<mmsghdr> headers_;
  std::optional<KernelClock> clock_;
};

}  // namespace idn::io::platform
