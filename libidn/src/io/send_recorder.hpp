// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/io/send_log.hpp"

namespace idn::io {

/// When the kernel says that a datagram left.
struct StampedDatagram {
  std::uint32_t number = 0;  ///< of the datagrams of the socket, from 0
  Duration since_1970{};
  TimestampSource stamp = TimestampSource::None;
};

/// Brings together what a socket is asked to send and when the kernel says it left. Real-time: all but
/// construction.
class SendRecorder {
 public:
  /// @param most datagrams that wait for the next flush at most
  SendRecorder(std::shared_ptr<SendLog> log, std::size_t most);

  /// A datagram waits to be sent.
  void queued(ConstBytes datagram, TimePoint due) noexcept;
  /// All that wait are sent now.
  void sending(TimePoint now) noexcept;
  /// Of one of those that were sent since the last but one call of sending().
  void stamped(const StampedDatagram& stamp, const Instant& now) noexcept;

 private:
  struct Entry {
    SentDatagram datagram;
    bool is_realtime = false;
  };

  void publish(std::size_t count) noexcept;
  ConstBytes kept(ConstBytes datagram) noexcept;

  std::shared_ptr<SendLog> log_;
  std::vector<std::byte> octets_;   ///< of as many datagrams as there are entries at most, in turn
  std::size_t queued_ = 0;          ///< ever
  std::vector<Entry> entries_;      ///< those that were sent, then those that wait
  std::size_t sent_ = 0;            ///< of the entries
  std::uint32_t first_number_ = 0;  ///< of the first entry
};

}  // namespace idn::io
