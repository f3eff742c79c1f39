// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/statistics.hpp"
#include "idn/time.hpp"

namespace idn::io {

/// Source of a transmit time stamp.
enum class TimestampSource : std::uint8_t {
  Missing,   ///< no time stamp
  Software,  ///< the kernel, when it passed the datagram to the driver of the network card
  Hardware,  ///< the network card
};

/// The times of one real-time datagram that was sent, by the monotonic clock.
struct SentDatagram {
  std::uint16_t sequence = 0;                        ///< of its packet header
  TimePoint due{};                                   ///< when it was to leave
  TimePoint called{};                                ///< when the system call was made that sent it
  TimePoint left{};                                  ///< when it left, unless `stamp` is Missing
  TimestampSource stamp = TimestampSource::Missing;  ///< source of `left`
  ConstBytes octets{};                               ///< its first octets, as many as the log keeps
};

/// Bounded lock-free queue from the sending thread to one that measures. While it is full, datagrams are lost,
/// and counted. Threads: one puts, one takes, any count. Real-time: all but construction (no heap, lock, log).
class IDN_EXPORT SendLog {
 public:
  /// `capacity` in datagrams, rounded up to a power of two; `kept_octets`: how many octets of each are copied.
  explicit SendLog(std::size_t capacity = std::size_t{1} << 14, std::size_t kept_octets = 0);

  /// Sender only. Real-time: yes.
  void put(const SentDatagram& datagram) noexcept;
  /// Reader only: removes the oldest datagram. Its octets are valid until the next call.
  std::optional<SentDatagram> take() noexcept;
  /// Octets that it keeps of each datagram. Threads: any.
  std::size_t kept_octets() const noexcept { return kept_octets_; }
  /// Datagrams that were lost because the queue was full. Threads: any.
  std::uint64_t lost() const noexcept { return lost_.value(); }

 private:
  std::vector<SentDatagram> slots_;
  std::size_t kept_octets_;
  std::vector<std::byte> octets_;  ///< kept_octets_ for each slot
  bool is_taken_ = false;          ///< the reader may still use the octets of the oldest slot
  std::atomic<std::size_t> written_{0};
  std::atomic<std::size_t> read_{0};
  Counter lost_;
};

}  // namespace idn::io
