// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

namespace idn::io {

/// One datagram, or several of equal length in one buffer that the system divides (UDP GSO).
struct OutgoingMessage {
  ConstBytes octets{};
  std::size_t segment = 0;  ///< octets of each datagram; the last one may be shorter
  TimePoint departure{};    ///< with kernel pacing: when to send it

  std::size_t datagrams() const noexcept {
    return octets.size() <= segment ? 1 : (octets.size() + segment - 1) / segment;
  }
  /// Whether its last datagram has the full length: another one can be appended only then.
  bool ends_whole() const noexcept { return segment > 0 && octets.size() % segment == 0; }
};

/// Who keeps the octets of a datagram until it is sent.
enum class BufferOwner : std::uint8_t {
  Queue,   ///< they are copied at once
  Caller,  ///< they stay valid until the second next datagram
};

/// The datagrams of one wake-up, in memory reserved beforehand. A single one is not copied; several are copied
/// one after the other, to be sent as one buffer that the system divides.
class SendQueue {
 public:
  /// Octets of the longest UDP payload of IPv4, and of the longest buffer that Linux divides.
  static constexpr std::size_t kMaxDatagram = 65507;
  /// Older kernels divide a buffer into no more datagrams.
  static constexpr std::size_t kMaxSegments = 64;

  SendQueue(std::size_t most_datagrams, std::size_t most_octets);

  bool has_room_for(std::size_t octets) const noexcept {
    return datagrams_ < most_datagrams_ && octets + kept_octets() <= arena_.size() - used_;
  }
  /// Requires has_room_for(). `message` describes the datagram. `merge`: it may be appended to the message
  /// before it.
  void push(const OutgoingMessage& message, bool merge, BufferOwner owner = BufferOwner::Queue) noexcept;
  void clear() noexcept;

  std::span<const OutgoingMessage> messages() const noexcept { return messages_; }
  std::size_t datagrams() const noexcept { return datagrams_; }
  std::size_t most_datagrams() const noexcept { return most_datagrams_; }
  /// Counted since construction.
  std::uint64_t copied_octets() const noexcept { return copied_octets_; }

 private:
  std::size_t kept_octets() const noexcept { return last_is_kept_ ? messages_.back().octets.size() : 0; }
  ConstBytes copy(ConstBytes octets) noexcept;
  bool extends_last(const OutgoingMessage& message) const noexcept;

  std::vector<std::byte> arena_;
  std::size_t used_ = 0;
  std::size_t most_datagrams_;
  std::size_t datagrams_ = 0;
  std::vector<OutgoingMessage> messages_;
  bool last_is_kept_ = false;  ///< the octets of the last message are its caller's
  std::uint64_t copied_octets_ = 0;
};

}  // namespace idn::io
