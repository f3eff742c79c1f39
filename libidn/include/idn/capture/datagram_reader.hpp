// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "idn/capture/capture_info.hpp"
#include "idn/capture/capture_position.hpp"
#include "idn/capture/udp_datagram.hpp"
#include "idn/result.hpp"

namespace idn::capture {

/// A UDP datagram of a capture.
struct CapturedDatagram {
  UdpDatagram content{};       ///< a view until the next one is read
  CapturePosition position{};  ///< of its packet, which may hold several (see CapturePosition::part); of a
                               ///< fragmented datagram, of the fragment that completed it
};

/// A capture, pcap or pcapng of either byte order.
struct CaptureFile {
  std::string name;           ///< path, or what messages call it
  std::FILE* file = nullptr;  ///< open, to be read from its position on, and not closed; null: `name` is opened
};

/// Reads the UDP datagrams of one or several captures, merged by time. The packets of one file stay in the
/// order of the file. IDN datagrams that segmentation offload merged into one packet are taken apart. Memory is
/// bounded: half a mebibyte per file, and what IpReassembler needs. Threads: one owner. Real-time: no (waits
/// for the disk).
class DatagramReader {
 public:
  /// Reads the first packet of each of `files`.
  /// Errors, with the name of the file: Errc::System; NotCapture (also compressed); Truncated (empty, or ends
  /// within its header).
  static Result<DatagramReader> open(std::span<const CaptureFile> files);
  /// Of files that have paths.
  static Result<DatagramReader> open(std::span<const std::string> paths);
  DatagramReader(DatagramReader&&) noexcept;
  DatagramReader& operator=(DatagramReader&&) noexcept;
  ~DatagramReader();

  /// The next datagram, valid until the next call; null after the last one.
  const CapturedDatagram* next();

  /// Metadata and counts of the part that was read so far; complete after next() has returned null.
  CaptureInfo facts() const;
  /// Octets of all files that were read so far.
  std::uint64_t octets() const noexcept;

 private:
  struct State;
  explicit DatagramReader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace idn::capture
