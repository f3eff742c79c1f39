// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "idn/capture/datagram_reader.hpp"

namespace idn::parser {

/// Counts datagrams to ports other than --port that look like IDN channel messages, so that the program can
/// suggest the right port to a user who gave a wrong one.
class OtherPorts {
 public:
  /// More ports than real captures have; further ports are not counted.
  static constexpr std::size_t kMostPorts = 256;

  /// Datagrams by destination port.
  using Counts = std::map<std::uint16_t, std::uint64_t>;

  void look(const capture::UdpDatagram& datagram);
  const Counts& counts() const noexcept { return counts_; }

 private:
  Counts counts_;
};

/// Whether command, size, flags and chunk type are those of a channel message (sections 1.3 and 2.1). False
/// positives: about one in 500 million datagrams of random octets.
bool looks_like_channel_message(const capture::UdpDatagram& datagram) noexcept;

}  // namespace idn::parser
