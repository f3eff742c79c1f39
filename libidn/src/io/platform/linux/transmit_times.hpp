// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/endpoint.hpp"
#include "idn/io/send/kernel_pacing.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "io/platform/linux/kernel_clock.hpp"

namespace idn::io::platform {

/// Transmission times of a socket, as enabled.
struct TransmitTimes {
  KernelPacing pacing;
  KernelClock clock{CLOCK_MONOTONIC};
  bool reports_drops = false;  ///< the discipline drops late datagrams and reports them on the error queue
};

/// Sets SO_TXTIME if the queue disciplines towards all `receivers` support it; the kernel accepts the option on
/// every socket.
/// @return or why that is not possible, with the remedy, as a sentence fragment for users
SystemResult<TransmitTimes> enable_transmit_times(int socket, std::span<const Endpoint> receivers);

}  // namespace idn::io::platform
