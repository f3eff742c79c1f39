// SPDX-License-Identifier: MIT
#pragma once

#include "idn/endpoint.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/result.hpp"
#include "io/platform/linux/kernel_clock.hpp"

namespace idn::io::platform {

/// Transmission times of a socket, as enabled.
struct TransmitTimes {
  KernelPacing pacing;
  KernelClock clock{CLOCK_MONOTONIC};
  bool reports_drops = false;  ///< the discipline drops late datagrams and reports them on the error queue
};

/// Sets SO_TXTIME if the queue discipline towards `receiver` supports it; the kernel accepts the option on
/// every socket.
/// @return or why that is not possible, with the remedy, as a sentence fragment for users
Result<TransmitTimes> enable_transmit_times(int socket, const Endpoint& receiver);

}  // namespace idn::io::platform
