// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/capture/decapsulate.hpp"
#include "idn/capture/reader.hpp"

namespace idn::capture {

/// A UDP datagram of a capture.
struct CapturedDatagram {
  UdpDatagram content{};     ///< a view until the next one is read
  CapturePosition moment{};  ///< of the last fragment to come, where it came in several
};

/// The UDP datagrams of one or several captures as one sequence by time. Within a file the order is that of the
/// file. Memory is bounded: half a mebibyte per file, and what IpReassembler keeps.
/// Threads: one owner. Real-time: no (waits for the disk).
class DatagramReader {
 public:
  /// All of them, at their first packets.
  explicit DatagramReader(std::vector<Reader> files);

  /// Valid until the next call; null behind the last one.
  const CapturedDatagram* next();

  /// Of what was read so far; complete after the last datagram.
  CaptureInfo facts() const;
  /// Taken from all files so far.
  std::uint64_t octets() const noexcept;

 private:
  struct File {
    Reader reader;
    Packet head{};  ///< the next packet of this file
    bool has_head = false;
  };

  File* earliest() noexcept;
  bool take(const Packet& packet, std::uint32_t file);

  std::vector<File> files_;
  File* taken_ = nullptr;  ///< whose head was handed out and still is in use
  Decapsulator decapsulator_;
  CapturedDatagram datagram_;
  CaptureInfo totals_;
  Duration earliest_time_ = Duration::max();
  Duration latest_time_ = Duration::min();
};

}  // namespace idn::capture
