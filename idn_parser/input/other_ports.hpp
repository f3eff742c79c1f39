// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "idn/capture/ip.hpp"

namespace idn::parser {

/// Datagrams that look like IDN channel messages on their way to another port than the one that is watched, so
/// that a message can name the right port to who gave a wrong one.
class OtherPorts {
 public:
  /// More than any capture has; those that come later are left out.
  static constexpr std::size_t kMostPorts = 256;

  /// Datagrams by destination port.
  using Counts = std::map<std::uint16_t, std::uint64_t>;

  void look(const capture::UdpDatagram& datagram);
  const Counts& counts() const noexcept { return counts_; }

 private:
  Counts counts_;
};

/// Whether command, size, flags and chunk type are those of a channel message (sections 1.3 and 2.1). Of
/// datagrams of random octets, one in some 500 million passes.
bool looks_like_channel_message(const capture::UdpDatagram& datagram) noexcept;

}  // namespace idn::parser
