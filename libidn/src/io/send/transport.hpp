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
  /// Sends one datagram, with flush() at the latest. @return the error of the system, perhaps about an earlier
  /// one
  virtual std::error_code send(ConstBytes datagram) noexcept = 0;
  /// Sends one datagram at `departure` if the transport can hold it back until then (kernel pacing), else at
  /// once.
  virtual std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept {
    static_cast<void>(departure);
    return send(datagram);
  }
  /// As send_at(), with octets that stay valid until the second next datagram of the stream is made, or else to
  /// the end of the wake-up: a transport that sends them by then need not copy them.
  virtual std::error_code send_kept(ConstBytes datagram, TimePoint departure) noexcept {
    return send_at(datagram, departure);
  }
  /// Ends a wake-up: what a transport has queued leaves now.
  virtual void flush() noexcept {}
  /// Fills `buffer` with one datagram and returns its length; 0: there is none.
  virtual std::size_t receive(MutableBytes buffer) noexcept = 0;
  /// True once after a change of the peer, see RetargetableTransport: the stream has to be opened anew there.
  virtual bool take_retarget() noexcept { return false; }
  /// The service ID at the new peer, after take_retarget(); nothing: unchanged.
  virtual std::optional<std::uint8_t> new_service() const noexcept { return std::nullopt; }
  /// Whether the session at the present receiver is to be closed before the next take_retarget().
  virtual bool closes_old_receiver() const noexcept { return false; }
};

}  // namespace idn::io
