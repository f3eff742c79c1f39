// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "io/send_recorder.hpp"

/// When datagrams left, as the kernel tells on the error queue: timestamping.rst of its documentation.
namespace idn::io::platform {

/// Asks for a stamp of each datagram that is sent from now on, numbered from 0.
bool enable_transmit_stamps(int socket) noexcept;

/// The next one. Does not block.
std::optional<StampedDatagram> next_stamp(int socket) noexcept;

}  // namespace idn::io::platform
