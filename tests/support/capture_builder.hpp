// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/time.hpp"

/// Captures with known contents, built octet by octet and without the library that reads them.
namespace idn::test {

using Octets = std::vector<std::byte>;

/// Link types of the pcap format.
namespace linktype {
inline constexpr std::uint32_t kNull = 0;
inline constexpr std::uint32_t kEthernet = 1;
inline constexpr std::uint32_t kRaw = 101;
inline constexpr std::uint32_t kLoop = 108;
inline constexpr std::uint32_t kLinuxCooked = 113;
inline constexpr std::uint32_t kLinuxCooked2 = 276;
}  // namespace linktype

Octets joined(const Octets& front, const Octets& back);

/// UDP in IPv4, or in IPv6 where `source` is an IPv6 address. Checksums are zero.
Octets ip_packet(const Endpoint& source, const Endpoint& destination, const Octets& payload);

/// `content` behind an Ethernet header with the given VLAN identifiers, outermost first.
Octets ethernet_frame(const Octets& content, std::uint16_t ether_type = 0x0800,
                      const std::vector<std::uint16_t>& vlans = {});

/// A pcap file in memory.
class CaptureBuilder {
 public:
  enum class Resolution { Micro, Nano };

  explicit CaptureBuilder(std::uint32_t link_type = linktype::kEthernet,
                          Resolution resolution = Resolution::Nano);

  /// A whole packet; with `captured` below its size only the first octets are kept.
  CaptureBuilder& packet(Duration time, const Octets& octets, std::size_t captured = SIZE_MAX);
  /// A UDP datagram over IPv4 or IPv6 on Ethernet.
  CaptureBuilder& datagram(Duration time, const Endpoint& source, const Endpoint& destination,
                           const Octets& payload, std::size_t captured = SIZE_MAX);

  const Octets& octets() const noexcept { return octets_; }

 private:
  Duration::rep tick_;
  Octets octets_;
};

/// A file in the folder for temporary files that goes away with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const Octets& content, const std::string& suffix = ".pcap");
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace idn::test
