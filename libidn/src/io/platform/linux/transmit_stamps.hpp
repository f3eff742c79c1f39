// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "io/send/send_recorder.hpp"

/// Transmit time stamps from the error queue of a socket: timestamping.rst of the kernel's documentation.
namespace idn::io::platform {

/// Requests a time stamp for each datagram that is sent from now on; they are numbered from 0.
bool enable_transmit_stamps(int socket) noexcept;

/// The next time stamp that is there; TimestampSource::Missing: another report. Does not block.
std::optional<StampedDatagram> next_stamp(int socket) noexcept;

}  // namespace idn::io::platform
