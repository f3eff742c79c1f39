// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/capture/decapsulate.hpp"
#include "idn/capture/reader.hpp"

namespace idn::capture {

/// A UDP datagram of a capture.
struct CapturedDatagram {
  UdpDatagram content{};       ///< a view until the next one is read
  CapturePosition position{};  ///< of its packet, which may hold several (see CapturePosition::part); of a
                               ///< fragmented datagram, of the fragment that completed it
};

/// Reads the UDP datagrams of one or several captures, merged by time. The packets of one file stay in the
/// order of the file. IDN datagrams that segmentation offload merged into one packet are taken apart. Memory is
/// bounded: half a mebibyte per file, and what IpReassembler needs. Threads: one owner. Real-time: no (waits
/// for the disk).
class DatagramReader {
 public:
  /// Reads the first packet of each of `files`.
  explicit DatagramReader(std::vector<Reader> files);

  /// The next datagram, valid until the next call; null after the last one.
  const CapturedDatagram* next();

  /// Metadata and counts of the part that was read so far; complete after next() has returned null.
  CaptureInfo facts() const;
  /// Octets of all files that were read so far.
  std::uint64_t octets() const noexcept;

 private:
  struct File {
    Reader reader;
    Packet head{};  ///< the next packet of this file
    bool has_head = false;
  };

  File* earliest() noexcept;
  bool take(const Packet& packet, std::uint32_t file);
  void begin_parts();
  void take_part() noexcept;

  std::vector<File> files_;
  File* taken_ = nullptr;  ///< file whose `head` datagram_ still refers to
  Decapsulator decapsulator_;
  CapturedDatagram datagram_;
  CapturedBytes rest_;  ///< parts of the packet after the one in datagram_; see merged_datagram_size()
  std::size_t part_size_ = 0;
  CaptureInfo totals_;
  Duration earliest_time_ = (Duration::max)();
  Duration latest_time_ = (Duration::min)();
};

}  // namespace idn::capture
