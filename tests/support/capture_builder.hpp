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

/// An IPv4 packet with one UDP datagram, or an IPv6 packet if `source` is an IPv6 address. Checksums are zero.
Octets ip_packet(const Endpoint& source, const Endpoint& destination, const Octets& payload);

/// `content` behind an Ethernet header with the given VLAN identifiers, outermost first.
Octets ethernet_frame(const Octets& content, std::uint16_t ether_type = 0x0800,
                      const std::vector<std::uint16_t>& vlans = {});

/// The fragments of a whole IPv4 or IPv6 packet, in order.
/// @param octets content of each fragment but the last, a multiple of 8
std::vector<Octets> ip_fragments(const Octets& packet, std::size_t octets, std::uint16_t identification = 1);

/// A pcapng file in memory, little endian: a section header block, then the blocks in the order of the calls.
class PcapngBuilder {
 public:
  PcapngBuilder();

  /// @param resolution value of option if_tsresol: a negative power of 10, or of 2 if the highest bit is set
  PcapngBuilder& interface(std::uint32_t link_type, std::uint8_t resolution, const std::string& name = {});
  /// An enhanced packet block. `interface`: index, from 0; `ticks`: time in units of its resolution.
  PcapngBuilder& packet(std::uint32_t interface, std::uint64_t ticks, const Octets& octets);
  /// A statistics block: the number of packets that the interface has dropped so far.
  PcapngBuilder& dropped(std::uint32_t interface, std::uint64_t count);
  /// A block of any type; the body is padded to four octets.
  PcapngBuilder& block(std::uint32_t type, Octets body);

  const Octets& octets() const noexcept { return octets_; }

 private:
  Octets octets_;
};

/// A pcap file in memory.
class CaptureBuilder {
 public:
  enum class Resolution { Micro, Nano };

  explicit CaptureBuilder(std::uint32_t link_type = linktype::kEthernet,
                          Resolution resolution = Resolution::Nano);

  /// A packet, of which the file contains the first `captured` octets at most.
  CaptureBuilder& packet(Duration time, const Octets& octets, std::size_t captured = SIZE_MAX);
  /// A UDP datagram over IPv4 or IPv6 on Ethernet.
  CaptureBuilder& datagram(Duration time, const Endpoint& source, const Endpoint& destination,
                           const Octets& payload, std::size_t captured = SIZE_MAX);

  const Octets& octets() const noexcept { return octets_; }

 private:
  Duration::rep tick_;
  Octets octets_;
};

/// A file in the folder for temporary files, removed by the destructor.
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
