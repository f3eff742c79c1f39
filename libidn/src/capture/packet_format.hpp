// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "capture/byte_source.hpp"
#include "capture/packet.hpp"
#include "capture/resynchronise.hpp"
#include "idn/capture/datagram_reader.hpp"

namespace idn::capture {

/// Reads the packets of a file of one format. `source` and `facts` must outlive it.
class PacketFormat {
 public:
  virtual ~PacketFormat() = default;
  PacketFormat& operator=(const PacketFormat&) = delete;

  /// A copy that knows what the file said so far (interfaces, byte order, time), to read on with other objects.
  virtual std::unique_ptr<PacketFormat> copy(ByteSource& source, FileInfo& facts) const = 0;

  /// Reads the next packet of a known link type; those without a valid time only behind one that has a time.
  /// @return false at the end of the file, or where it cannot be read further
  virtual bool read(Packet& packet) = 0;

 protected:
  PacketFormat(ByteSource& source, FileInfo& facts) noexcept : source_(source), facts_(facts) {}

  PacketFormat(const PacketFormat& other, ByteSource& source, FileInfo& facts) noexcept
      : source_(source),
        facts_(facts),
        last_time_(other.last_time_),
        is_little_endian_(other.is_little_endian_) {}

  /// Records that the file cannot be read further: by the read error of `source`, if any, else by `cause`.
  void end_with(const char* cause) {
    const std::error_code fault = source_.fault();
    facts_.add({fault ? fault.message() : cause, facts_.packets, source_.position()});
  }

  /// Records damage at the present position and skips to the next packet or block, as resynchronise() does.
  /// @return false if there is none
  template <class IsStart>
  bool skip_damage(const char* cause, IsStart is_start) {
    Damage damage{cause, facts_.packets, source_.position()};
    damage.skipped = resynchronise(source_, is_start);
    const bool found_next = damage.skipped.has_value();
    facts_.add(std::move(damage));
    return found_next;
  }

  /// Sets the time of `packet`, nothing being a time that is not valid. @return false if it is to be left out
  bool set_time(std::optional<Duration> time, Packet& packet) noexcept {
    packet.has_time = time.has_value();
    if (time) last_time_ = time;
    if (!time) ++facts_.untimed;
    packet.time = last_time_.value_or(Duration{});
    return last_time_.has_value();
  }

  ByteSource& source_;
  FileInfo& facts_;
  std::optional<Duration> last_time_;  ///< of the last packet that has a time
  bool is_little_endian_ = false;
};

}  // namespace idn::capture
