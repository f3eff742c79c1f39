// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/time.hpp"

namespace idn::io {

/// One datagram, or several equal ones to the same receiver that the system divides.
struct OutgoingMessage {
  std::size_t link = 0;  ///< which of the queue's users
  Endpoint to{};
  ConstBytes octets{};
  std::size_t segment = 0;  ///< octets of each datagram; the last one may be shorter
  TimePoint departure{};    ///< heeded where the kernel paces

  std::size_t datagrams() const noexcept {
    return octets.size() <= segment ? 1 : (octets.size() + segment - 1) / segment;
  }
  /// Nothing can follow a shorter datagram.
  bool ends_whole() const noexcept { return segment > 0 && octets.size() % segment == 0; }
};

/// Whose the octets of a datagram are until they are sent.
enum class BufferOwner : std::uint8_t {
  Queue,   ///< it copies them at once
  Caller,  ///< they stay until the next datagram of the same link but one
};

/// The datagrams of one wake-up, in memory reserved beforehand. A datagram that is alone for its receiver stays
/// where it was made; several lie one behind the other, so that the system can divide them.
class SendQueue {
 public:
  /// What IPv4 can carry in one UDP datagram, and Linux in one divided message.
  static constexpr std::size_t kMaxDatagram = 65507;
  /// Older kernels divide into no more.
  static constexpr std::size_t kMaxSegments = 64;

  SendQueue(std::size_t most_datagrams, std::size_t most_octets);

  bool has_room_for(std::size_t octets) const noexcept {
    return datagrams_ < most_datagrams_ && octets + kept_octets() <= arena_.size() - used_;
  }
  /// Requires room. `message` describes the datagram. `merge`: it may become part of the message ahead of it.
  void push(const OutgoingMessage& message, bool merge, BufferOwner owner = BufferOwner::Queue) noexcept;
  void clear() noexcept;

  std::span<const OutgoingMessage> messages() const noexcept { return messages_; }
  std::size_t datagrams() const noexcept { return datagrams_; }
  std::size_t most_datagrams() const noexcept { return most_datagrams_; }
  /// Since construction.
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
  bool last_is_kept_ = false;  ///< by its caller
  std::uint64_t copied_octets_ = 0;
};

}  // namespace idn::io
