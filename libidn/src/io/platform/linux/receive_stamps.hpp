// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>

#include <optional>

#include "idn/time.hpp"

namespace idn::io::platform {

/// Requests the receive stamps of network cards (SO_TIMESTAMPING) beside those of the kernel. They are made
/// where SIOCSHWTSTAMP has turned them on; elsewhere nothing changes.
void enable_hardware_stamps(int socket) noexcept;

/// The card's stamp in a control message SCM_TIMESTAMPING. Nothing where there is none, or where the clock of
/// the card is not kept to the wall clock (phc2sys(8)): it has to be at most 100 ms before `kernel`, and 1 ms
/// behind it.
/// @param kernel the kernel's own stamp of the same datagram, since 1970
std::optional<Duration> hardware_stamp(const cmsghdr& control, Duration kernel) noexcept;

}  // namespace idn::io::platform
