// SPDX-License-Identifier: MIT
#pragma once

#include "idn_parser/capture/peel.hpp"

namespace idn::parser {

/// Octets of a packet from some layer on: what was captured, and how many there were on the wire.
struct Layer {
  ConstBytes bytes;
  std::size_t wire_length = 0;

  /// Without its first `count` octets.
  Layer without_first(std::size_t count) const noexcept {
    return {bytes.subspan(std::min(count, bytes.size())), wire_length - std::min(count, wire_length)};
  }
  /// Only its first `count` octets: what follows is link-layer padding.
  Layer first(std::size_t count) const noexcept {
    return {bytes.first(std::min(count, bytes.size())), std::min(count, wire_length)};
  }
};

/// Takes an IPv4 or IPv6 packet, told apart by the version in its first octet.
tl::expected<UdpDatagram, NoDatagram> peel_ip(Layer packet) noexcept;

}  // namespace idn::parser
