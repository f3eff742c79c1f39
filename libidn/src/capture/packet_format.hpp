// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "capture/resynchronise.hpp"
#include "idn/capture/byte_source.hpp"
#include "idn/capture/capture_info.hpp"
#include "idn/capture/packet.hpp"

namespace idn::capture {

/// A capture file format, at the octets behind its first header. Source and facts outlive it.
class PacketFormat {
 public:
  virtual ~PacketFormat() = default;
  PacketFormat(const PacketFormat&) = delete;
  PacketFormat& operator=(const PacketFormat&) = delete;

  /// Fills in the next packet with a time and a known link type; false at the end.
  virtual bool read(Packet& packet) = 0;

 protected:
  PacketFormat(ByteSource& source, FileInfo& facts) noexcept : source_(source), facts_(facts) {}

  /// The file goes no further, since it ends there or cannot be read.
  void end_with(const char* cause) {
    const std::error_code fault = source_.fault();
    facts_.add({fault ? fault.message() : cause, facts_.packets, source_.position()});
  }

  /// Goes on where `is_start` holds, as resynchronise() does.
  /// @return false where the file ends before
  template <class IsStart>
  bool pass_over_damage(const char* cause, IsStart is_start) {
    Damage damage{cause, facts_.packets, source_.position()};
    damage.skipped = resynchronise(source_, is_start);
    const bool goes_on = damage.skipped.has_value();
    facts_.add(std::move(damage));
    return goes_on;
  }

  ByteSource& source_;
  FileInfo& facts_;
  bool is_little_endian_ = false;
};

}  // namespace idn::capture
