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

/// Copies of the datagrams of one wake-up, one behind the other, in memory reserved beforehand.
class SendQueue {
 public:
  /// What IPv4 can carry in one UDP datagram, and Linux in one divided message.
  static constexpr std::size_t kMaxDatagram = 65507;
  /// Older kernels divide into no more.
  static constexpr std::size_t kMaxSegments = 64;

  SendQueue(std::size_t most_datagrams, std::size_t most_octets);

  bool has_room_for(std::size_t octets) const noexcept {
    return datagrams_ < most_datagrams_ && octets <= arena_.size() - used_;
  }
  /// Requires room. `message` describes the datagram, which is copied. `merge`: it may become part of the
  /// message ahead of it.
  void push(const OutgoingMessage& message, bool merge) noexcept;
  void clear() noexcept;

  std::span<const OutgoingMessage> messages() const noexcept { return messages_; }
  std::size_t datagrams() const noexcept { return datagrams_; }
  std::size_t most_datagrams() const noexcept { return most_datagrams_; }

 private:
  bool extends_last(const OutgoingMessage& message) const noexcept;

  std::vector<std::byte> arena_;
  std::size_t used_ = 0;
  std::size_t most_datagrams_;
  std::size_t datagrams_ = 0;
  std::vector<OutgoingMessage> messages_;
};

}  // namespace idn::io
