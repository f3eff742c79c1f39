// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/system_error.hpp"
#include "idn/time.hpp"

namespace idn::capture {

/// A pcap file of IPv4 packets with nanosecond times. Whatever happens while writing, the file ends with a
/// complete packet.
/// Threads: one owner. Real-time: no (writes on the calling thread and waits for the disk).
class PcapWriter {
 public:
  /// Octets that a packet takes in the file.
  static constexpr std::size_t record_size(std::size_t packet) noexcept { return 16 + packet; }

  /// Overwrites an existing file.
  /// Errors: the operating system's, for instance std::errc::permission_denied, no_space_on_device.
  static SystemResult<std::unique_ptr<PcapWriter>> open(const std::string& path);
  ~PcapWriter();
  PcapWriter(const PcapWriter&) = delete;
  PcapWriter& operator=(const PcapWriter&) = delete;

  /// Buffers the packet and writes the buffer first when it is full. After a fault nothing is written any more.
  /// @param at since 1970
  void write(Duration at, ConstBytes packet);

  /// Hands everything to the operating system.
  void flush();

  /// Waits until what was flushed has reached the disk.
  std::error_code sync() noexcept;

  /// Flushes and closes.
  void close();

  /// The first failure, if any.
  std::error_code fault() const noexcept { return fault_; }
  /// Packets that are in the file, or in the buffer as long as there is no fault.
  std::uint64_t packets() const noexcept { return packets_; }
  /// Octets of the file.
  std::uint64_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 20;

  PcapWriter(const std::string& path, std::FILE* file);
  void put(ConstBytes octets);
  void fail(std::error_code cause);
  void cut_back();

  std::string path_;
  std::vector<char> buffer_;
  std::FILE* file_;
  std::error_code fault_;
  std::uint64_t packets_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t flushed_ = 0;             ///< octets that are in the file for sure
  std::vector<std::uint32_t> unflushed_;  ///< sizes of the records behind them
};

}  // namespace idn::capture
