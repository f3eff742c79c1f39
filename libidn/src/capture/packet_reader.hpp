// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "capture/byte_source.hpp"
#include "capture/packet.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/result.hpp"

namespace idn::capture {

class PacketFormat;

/// Reads a pcap or pcapng file of either byte order, packet by packet; times are converted to nanoseconds.
/// Packets without a time and those of unknown link types are left out and counted. Where the file is damaged,
/// reading continues with the next packet that can be found. Memory: half a mebibyte.
/// Threads: one owner. Real-time: no (waits for the disk).
class PacketReader {
 public:
  /// @param name for FileInfo::name
  /// @return Errc::Truncated where a pcap file ends within its header, and where the file is empty or cannot be
  ///         read (offset 0; to tell these apart, call ByteSource::look(1) and fault() before);
  ///         Errc::NotCapture.
  static FormatResult<PacketReader> open(ByteSource source, std::string name);
  PacketReader(PacketReader&&) noexcept;
  PacketReader& operator=(PacketReader&&) noexcept;
  ~PacketReader();

  /// Reads the next packet. @return false at the end of the file, or where it cannot be read further
  bool read(Packet& packet);
  /// The next packet; nothing at the end of the file, or where it cannot be read further.
  std::optional<Packet> next();

  /// Where the next packet, or a block before it, begins.
  CapturePlace place() const;
  /// Continues there; `place` may be of another reader of the same file. @return see ByteSource::go_to()
  bool go_to(const CapturePlace& place);

  /// Octets of the file before the next one to be read.
  std::uint64_t octets() const noexcept { return source_->position(); }
  /// Metadata and counts of the part that was read so far.
  const FileInfo& facts() const noexcept { return *facts_; }

 private:
  PacketReader(ByteSource source, std::string name);

  // On the heap, since format_ refers to them and the reader can be moved.
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<FileInfo> facts_;
  std::unique_ptr<PacketFormat> format_;
};

}  // namespace idn::capture
