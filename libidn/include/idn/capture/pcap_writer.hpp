// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/system_error.hpp"
#include "idn/time.hpp"

namespace idn::capture {

/// Octets of the IPv4 header (without options) and the UDP header.
inline constexpr std::size_t kUdpPacketHeaders = 20 + 8;

/// Writes IPv4 header, UDP header and payload with correct lengths and checksums.
/// @param from, to IPv4 addresses
/// @param payload at most 65507 octets
/// @return octets written; 0 when `out` is too small or the payload too long
IDN_EXPORT std::size_t encode_udp_packet(const Endpoint& from, const Endpoint& to, ConstBytes payload,
                                         MutableBytes out) noexcept;

/// Writes a pcap file of IPv4 packets with nanosecond times. After a write error the file is truncated to whole
/// packets.
/// Threads: one owner. Real-time: no (writes on the calling thread and waits for the disk).
class IDN_EXPORT PcapWriter {
 public:
  /// Octets in the file for a packet of `packet` octets.
  static constexpr std::size_t record_size(std::size_t packet) noexcept { return 16 + packet; }

  /// Overwrites an existing file.
  /// Errors: the operating system's, for instance std::errc::permission_denied, no_space_on_device.
  static SystemResult<std::unique_ptr<PcapWriter>> open(const std::string& path);
  ~PcapWriter();
  PcapWriter(const PcapWriter&) = delete;
  PcapWriter& operator=(const PcapWriter&) = delete;

  /// Buffers the packet; writes the buffer to the file before if there is no room. Does nothing after a fault.
  /// @param at since 1970
  /// @param packet from the IP header on, at most 65535 octets
  void write(Duration at, ConstBytes packet);

  /// Writes the buffer to the file, without waiting for the disk.
  void flush();

  /// Waits until all flushed octets have reached the disk.
  std::error_code sync() noexcept;

  /// Flushes and closes.
  void close();

  /// The first failure, if any.
  std::error_code fault() const noexcept { return fault_; }
  /// Packets that are in the file, or in the buffer as long as there is no fault.
  std::uint64_t packets() const noexcept { return packets_; }
  /// Octets of the file, those in the buffer included.
  std::uint64_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 20;

  PcapWriter(const std::string& path, std::FILE* file);
  void put(ConstBytes octets);
  void fail(std::error_code cause);
  void truncate_to_whole_packets();

  std::string path_;
  std::vector<char> buffer_;
  std::FILE* file_;
  std::error_code fault_;
  std::uint64_t packets_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t flushed_ = 0;             ///< octets of the file that were written without error
  std::vector<std::uint32_t> unflushed_;  ///< sizes of the records that are still in the buffer
};

}  // namespace idn::capture
