// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "idn/endpoint.hpp"
#include "idn/io/kernel_pacing.hpp"
#include "idn/result.hpp"
#include "idn/system_error.hpp"
#include "io/platform/linux/kernel_clock.hpp"

namespace idn::io::platform {

/// What a socket's datagrams may be given a time for.
struct TransmitTimes {
  KernelPacing pacing;
  KernelClock clock{CLOCK_MONOTONIC};
  bool reports_drops = false;  ///< the discipline drops what is late, and says so on the error queue
};

/// Sets SO_TXTIME, which the kernel allows on every socket, where the way to all `receivers` heeds it too.
/// @return why not, with the remedy, as a sentence fragment for users
SystemResult<TransmitTimes> enable_transmit_times(int socket, std::span<const Endpoint> receivers);

}  // namespace idn::io::platform
