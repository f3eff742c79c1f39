// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/counter.hpp"
#include "idn/time.hpp"

namespace idn::io {

/// Who says when a datagram left.
enum class TimestampSource : std::uint8_t {
  None,      ///< nobody
  Software,  ///< the kernel, when it gave the datagram to the driver of the network card
  Hardware,  ///< the network card
};

/// One real-time datagram on its way out of this machine, by the monotonic clock.
struct SentDatagram {
  std::uint16_t sequence = 0;                     ///< IDN's number of it
  TimePoint due{};                                ///< when it was to leave
  TimePoint called{};                             ///< when the system was asked to send it
  TimePoint left{};                               ///< when it left, as `stamp` says; else nothing
  TimestampSource stamp = TimestampSource::None;  ///< who says so
  ConstBytes octets{};                            ///< its first ones, as many as the log keeps
};

/// Bounded queue from the thread that sends to one that measures; neither waits for the other. What nobody
/// takes in time is lost, and counted.
/// Threads: one puts, one takes, any count. Real-time: all but construction (no heap, lock, log).
class SendLog {
 public:
  /// Room for so many datagrams, rounded up to a power of two, and for so many octets of each.
  explicit SendLog(std::size_t capacity = std::size_t{1} << 14, std::size_t kept_octets = 0);

  /// Sender only. Real-time: yes.
  void put(const SentDatagram& datagram) noexcept;
  /// Reader only: the oldest that waits. Its octets are valid until the next call.
  std::optional<SentDatagram> take() noexcept;
  /// Octets that it keeps of each datagram. Threads: any.
  std::size_t kept_octets() const noexcept { return kept_octets_; }
  /// Datagrams that found no room. Threads: any.
  std::uint64_t lost() const noexcept { return lost_.value(); }

 private:
  std::vector<SentDatagram> slots_;
  std::size_t kept_octets_;
  std::vector<std::byte> octets_;  ///< of each slot
  bool is_taken_ = false;          ///< the oldest slot, by the reader, who may still look at its octets
  std::atomic<std::size_t> written_{0};
  std::atomic<std::size_t> read_{0};
  Counter lost_;
};

}  // namespace idn::io
