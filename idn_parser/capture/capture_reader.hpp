// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "idn_parser/capture/byte_source.hpp"
#include "idn_parser/capture/capture_facts.hpp"
#include "idn_parser/capture/packet.hpp"

namespace idn::parser {

/// A capture file format, at the octets behind its first header.
class PacketFormat {
 public:
  virtual ~PacketFormat() = default;
  PacketFormat(const PacketFormat&) = delete;
  PacketFormat& operator=(const PacketFormat&) = delete;

  /// The next packet with a time and a known link type; nothing at the end.
  virtual std::optional<Packet> next() = 0;

 protected:
  PacketFormat() = default;
};

/// Reads a pcap or pcapng file of either byte order packet by packet, in nanoseconds whatever its resolution.
/// Where the file is damaged it goes on with the next packet that it finds. Memory: half a mebibyte.
class CaptureReader {
 public:
  /// @param path a file, or "-" for standard input. Throws cli::Failure when it cannot be read or is no
  /// capture.
  explicit CaptureReader(const std::string& path);

  std::optional<Packet> next() { return format_->next(); }

  /// Taken from the file so far.
  std::uint64_t octets() const noexcept { return source_->position(); }
  /// Of what was read so far.
  const FileFacts& facts() const noexcept { return *facts_; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<FileFacts> facts_;
  std::unique_ptr<PacketFormat> format_;
};

}  // namespace idn::parser
