// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "idn/capture/byte_source.hpp"
#include "idn/capture/capture_info.hpp"
#include "idn/capture/packet.hpp"
#include "idn/result.hpp"

namespace idn::capture {

class PacketFormat;

/// Reads a pcap or pcapng file of either byte order packet by packet, in nanoseconds whatever its resolution.
/// Where the file is damaged it goes on with the next packet that it finds. Memory: half a mebibyte.
/// Threads: one owner. Real-time: no (waits for the disk).
class Reader {
 public:
  /// @param name what FileInfo calls the file
  /// @return Errc::Truncated where the file ends within its header, with the octets that there are: 0 for an
  /// empty file and for one that cannot be read, of which ByteSource::fault() tells before; Errc::Compressed;
  /// Errc::NotCapture.
  static Result<Reader> open(ByteSource source, std::string name);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// Fills in the next packet; false at the end of the file, or where it cannot be read on.
  bool read(Packet& packet);
  /// The next packet; nothing at the end of the file, or where it cannot be read on.
  std::optional<Packet> next();

  /// Taken from the file so far.
  std::uint64_t octets() const noexcept { return source_->position(); }
  /// Of what was read so far.
  const FileInfo& facts() const noexcept { return *facts_; }

 private:
  Reader(ByteSource source, std::string name);

  // The format looks at both, wherever the reader moves.
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<FileInfo> facts_;
  std::unique_ptr<PacketFormat> format_;
};

}  // namespace idn::capture
