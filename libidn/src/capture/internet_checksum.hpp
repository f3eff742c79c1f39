// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "capture/ip.hpp"
#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"

namespace idn::capture {

/// The Internet checksum (RFC 1071): of IPv4 headers, and of UDP with its pseudo-header.
class InternetChecksum {
 public:
  void add(std::uint16_t word) noexcept { sum_ += word; }
  void add(std::uint32_t words) noexcept { sum_ += (words >> 16) + (words & 0xFFFF); }

  /// Octets that begin at an even place.
  void add(ConstBytes octets) noexcept {
    // The sum does not depend on the order of the octets of a word, but for that of its own.
    std::uint64_t sum = 0;
    std::size_t i = 0;
    for (; i + sizeof(std::uint32_t) <= octets.size(); i += sizeof(std::uint32_t)) {
      std::uint32_t words = 0;
      std::memcpy(&words, octets.data() + i, sizeof words);
      sum += words;
    }
    const std::uint16_t whole = folded(sum);
    sum_ += std::endian::native == std::endian::little ? static_cast<std::uint16_t>(whole << 8 | whole >> 8)
                                                       : whole;
    for (; i < octets.size(); ++i) sum_ += std::to_integer<std::uint64_t>(octets[i]) << (i % 2 == 0 ? 8 : 0);
  }

  /// What a host leaves in the field where its network card computes the rest.
  std::uint16_t sum() const noexcept { return folded(sum_); }
  std::uint16_t value() const noexcept { return static_cast<std::uint16_t>(~sum()); }

 private:
  static std::uint16_t folded(std::uint64_t sum) noexcept {
    while (sum > 0xFFFF) sum = (sum >> 16) + (sum & 0xFFFF);
    return static_cast<std::uint16_t>(sum);
  }

  std::uint64_t sum_ = 0;
};

/// Of the pseudo-header of UDP: addresses, protocol and length. Mapped IPv4 addresses give that of IPv4.
/// @param length octets of UDP header and payload
inline InternetChecksum pseudo_header_of_udp(const Endpoint& from, const Endpoint& to, std::size_t length) {
  InternetChecksum sum;
  if (from.is_ipv4()) {
    sum.add(from.ipv4_address());
    sum.add(to.ipv4_address());
  } else {
    sum.add(std::as_bytes(std::span(from.address)));
    sum.add(std::as_bytes(std::span(to.address)));
  }
  sum.add(std::uint16_t{kUdpProtocol});
  sum.add(static_cast<std::uint32_t>(length));
  return sum;
}

}  // namespace idn::capture
