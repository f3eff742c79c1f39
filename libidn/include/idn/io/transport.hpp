// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <system_error>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

namespace idn::io {

/// Datagrams to and from one peer.
/// Neither call blocks. Threads: one, that of the stream. Real-time: yes (no heap, lock, log).
class Transport {
 public:
  virtual ~Transport() = default;
  /// One datagram, at once; what the system says where it refuses.
  virtual std::error_code send(ConstBytes datagram) noexcept = 0;
  /// Leaves at `departure`, or at once when that has passed, where the transport has somebody to hold it back;
  /// else at once.
  virtual std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept {
    static_cast<void>(departure);
    return send(datagram);
  }
  /// As send_at(), of octets that stay as they are while one more datagram of the stream is made, and to the
  /// end of the wake-up: a transport that sends then need not copy them.
  virtual std::error_code send_kept(ConstBytes datagram, TimePoint departure) noexcept {
    return send_at(datagram, departure);
  }
  /// Fills `buffer` with one datagram and returns its length; 0 when none waits.
  virtual std::size_t receive(MutableBytes buffer) noexcept = 0;
  /// True once after the peer was exchanged for another, see RetargetableTransport: the stream begins anew
  /// there.
  virtual bool take_retarget() noexcept { return false; }
  /// The service that the latest take_retarget() was for; nothing: the one that the stream has.
  virtual std::optional<std::uint8_t> new_service() const noexcept { return std::nullopt; }
  /// Whether the session at the present receiver is to be closed before the next take_retarget().
  virtual bool closes_old_receiver() const noexcept { return false; }
};

}  // namespace idn::io
