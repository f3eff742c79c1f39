// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

struct pcap;

namespace idn::parser {

/// What the packets of a capture begin with.
enum class LinkType : std::uint8_t { Ethernet, RawIp, LinuxCooked, LinuxCooked2, Loopback };

struct Packet {
  Duration time{};              ///< since 1970, below 2^62 ns
  ConstBytes bytes;             ///< what was captured; a view until the next call of next()
  std::size_t wire_length = 0;  ///< octets the packet had on the wire
};

/// Reads a pcap or pcapng file of either byte order packet by packet, in nanoseconds whatever its resolution.
class CaptureReader {
 public:
  /// @param path a file, or "-" for standard input. Throws cli::Failure when it cannot be read, is no capture,
  ///             or has an unknown link type.
  explicit CaptureReader(const std::string& path);

  /// Nothing at the end of the file or where it is damaged.
  std::optional<Packet> next();

  LinkType link_type() const noexcept { return link_type_; }
  std::string link_name() const;

  /// Why the file could not be read to its end; empty when it could.
  const std::string& damage() const noexcept { return damage_; }
  /// Packets left out because their time lies before 1970 or after 2116.
  std::uint64_t untimed() const noexcept { return untimed_; }

 private:
  struct Close {
    void operator()(pcap* handle) const noexcept;
  };

  std::unique_ptr<pcap, Close> handle_;
  LinkType link_type_{};
  std::string damage_;
  std::uint64_t untimed_ = 0;
};

}  // namespace idn::parser
