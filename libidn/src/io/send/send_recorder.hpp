// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/io/send/send_log.hpp"

namespace idn::io {

/// A transmit time stamp of the kernel.
struct StampedDatagram {
  std::uint32_t number = 0;  ///< of the datagram: those of a socket are counted from 0
  Duration since_1970{};
  TimestampSource stamp = TimestampSource::Missing;
};

/// Matches the datagrams of a socket with their transmit time stamps, and puts both into a SendLog. Real-time:
/// all but construction.
class SendRecorder {
 public:
  /// @param most limit of datagrams that are queued at a time
  SendRecorder(std::shared_ptr<SendLog> log, std::size_t most);

  /// Call when a datagram is queued.
  void queued(ConstBytes datagram, TimePoint due) noexcept;
  /// Call before the queued datagrams are sent: those sent before them are put into the log.
  void sending(TimePoint now) noexcept;
  /// Call with each stamp. Ignored unless it is of a datagram that was sent at the last call of sending().
  void stamped(const StampedDatagram& stamp, const Instant& now) noexcept;

 private:
  struct Entry {
    SentDatagram datagram;
    bool is_realtime = false;
  };

  void publish(std::size_t count) noexcept;
  ConstBytes kept(ConstBytes datagram) noexcept;

  std::shared_ptr<SendLog> log_;
  std::vector<std::byte> octets_;   ///< copied octets of the entries, a ring
  std::size_t queued_ = 0;          ///< datagrams that were queued since construction
  std::vector<Entry> entries_;      ///< datagrams that were sent, then those still queued
  std::size_t sent_ = 0;            ///< how many of the entries were sent
  std::uint32_t first_number_ = 0;  ///< of the first entry
};

}  // namespace idn::io
