// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>

#include <optional>
#include <system_error>

#include "idn/endpoint.hpp"

/// Errors of datagrams after they were sent, from the error queue of a socket (ip(7), IP_RECVERR).
namespace idn::io::platform {

struct ReturnedDatagram {
  Endpoint receiver;  ///< its destination
  /// operation_canceled, without a receiver, where the kernel dropped it because its departure had passed.
  std::error_code why;
};

/// ReturnedDatagram::why of a message from the error queue. No error if the message can be ignored.
std::error_code reason_in(msghdr& message) noexcept;

/// Requests such reports. On a socket with several receivers only they contain the receiver of the error.
bool enable_error_queue(int socket) noexcept;

/// The next report. Does not block. Reading it also clears the pending error, which the next call on the socket
/// would return otherwise, also if that is for another receiver.
std::optional<ReturnedDatagram> next_returned(int socket) noexcept;

}  // namespace idn::io::platform
