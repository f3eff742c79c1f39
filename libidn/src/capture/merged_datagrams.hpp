// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "capture/ip.hpp"

namespace idn::capture {

/// Segmentation offload (UDP GSO and GRO) merges datagrams of equal size, of which only the last may be
/// shorter, into one packet; a capture does not store their size. It is taken from the size field of the first
/// IDN message if all parts then are real-time packets of one client group, each with a message that fills it
/// exactly; only the last one may have none. This is the one place of the layer that looks into a payload.
/// @return octets of each part but the last; nothing for a single datagram, and where the header of a part was
///         not captured
std::optional<std::size_t> merged_datagram_size(const CapturedBytes& payload) noexcept;

}  // namespace idn::capture
