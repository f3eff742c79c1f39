// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>

#include <optional>
#include <system_error>

#include "idn/endpoint.hpp"

/// What became of datagrams after they were sent, as the kernel learns it (ip(7), IP_RECVERR).
namespace idn::io::platform {

struct ReturnedDatagram {
  Endpoint receiver;  ///< whom it was for
  /// operation_canceled, without a receiver, where the kernel dropped it because its departure had passed.
  std::error_code why;
};

/// What a message from the error queue says: ReturnedDatagram::why. No error where it is of no concern.
std::error_code reason_in(msghdr& message) noexcept;

/// Asks for such reports. On a socket with several receivers only these tell which one is meant.
bool enable_error_queue(int socket) noexcept;

/// The next report. Does not block. Each one taken also clears the error that the kernel would otherwise give
/// to the next call on the socket, whomever that is for.
std::optional<ReturnedDatagram> next_returned(int socket) noexcept;

}  // namespace idn::io::platform
