// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

namespace idn::cli {

/// Bounded queue of packets with their times between one producer and one consumer thread. Neither side ever
/// waits for the other. Real-time: yes, both sides (no heap, lock, log).
class PacketRing {
 public:
  struct Packet {
    Duration at{};
    ConstBytes octets;  ///< valid until pop()
  };

  /// Room for `octets` of packets, of which each takes 16 more; rounded up to a power of two.
  explicit PacketRing(std::size_t octets) : room_(std::bit_ceil(std::max<std::size_t>(octets, kSmallest))) {}

  /// Producer only. False when there is no room for it.
  bool push(Duration at, ConstBytes packet) noexcept {
    const std::size_t size = record_size(packet.size());
    std::size_t written = written_.load(std::memory_order_relaxed);
    const std::size_t to_wrap = room_.size() - place(written);
    const std::size_t skipped = size > to_wrap ? to_wrap : 0;
    const std::size_t free = room_.size() - (written - read_.load(std::memory_order_acquire));
    if (skipped + size > free) return false;
    if (skipped > 0) store(written, {.at = 0, .size = kSkip});
    written += skipped;
    store(written, {.at = at.count(), .size = packet.size()});
    if (!packet.empty()) std::memcpy(&room_[place(written) + sizeof(Header)], packet.data(), packet.size());
    written_.store(written + size, std::memory_order_release);
    return true;
  }

  /// Consumer only. The oldest packet, if any.
  std::optional<Packet> front() noexcept {
    std::size_t read = read_.load(std::memory_order_relaxed);
    const std::size_t written = written_.load(std::memory_order_acquire);
    if (read == written) return std::nullopt;
    if (load(read).size == kSkip) {
      read += room_.size() - place(read);
      read_.store(read, std::memory_order_release);
    }
    const Header header = load(read);
    return Packet{Duration(header.at), ConstBytes(room_).subspan(place(read) + sizeof(Header), header.size)};
  }

  /// Consumer only, after front() has shown one.
  void pop() noexcept {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    read_.store(read + record_size(load(read).size), std::memory_order_release);
  }

 private:
  struct Header {
    std::int64_t at;
    std::uint64_t size;
  };
  static constexpr std::uint64_t kSkip = ~std::uint64_t{0};  ///< the next record is at the beginning
  static constexpr std::size_t kSmallest = std::size_t{1} << 17;
  static constexpr std::size_t kCacheLine = 64;

  /// A multiple of the header's size, so that a header never wraps.
  static constexpr std::size_t record_size(std::size_t octets) noexcept {
    return sizeof(Header) + (octets + sizeof(Header) - 1) / sizeof(Header) * sizeof(Header);
  }
  std::size_t place(std::size_t index) const noexcept { return index & (room_.size() - 1); }
  void store(std::size_t index, const Header& header) noexcept {
    std::memcpy(&room_[place(index)], &header, sizeof header);
  }
  Header load(std::size_t index) const noexcept {
    Header header;
    std::memcpy(&header, &room_[place(index)], sizeof header);
    return header;
  }

  std::vector<std::byte> room_;
  // Each index has its own cache line, to avoid false sharing.
  alignas(kCacheLine) std::atomic<std::size_t> written_{0};
  alignas(kCacheLine) std::atomic<std::size_t> read_{0};
};

}  // namespace idn::cli
