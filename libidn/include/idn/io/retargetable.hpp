// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>

#include "idn/endpoint.hpp"
#include "idn/io/transport.hpp"

namespace idn::io {

/// What becomes of the receiver that a stream leaves.
enum class Farewell : std::uint8_t {
  None,   ///< nothing more is sent there: who answers there now may be another
  Close,  ///< it gets a dark chunk, channel close and session close, within two ticks
};

/// An IPv4 endpoint on its way to another thread; the newest one counts. No locks, no waiting, no allocation on
/// either side.
class EndpointMailbox {
 public:
  void put(const Endpoint& endpoint, Farewell farewell = Farewell::None) noexcept {
    newest_.store(kFull | (farewell == Farewell::Close ? kFarewell : 0) |
                      std::uint64_t{endpoint.ipv4_address()} << 16 | endpoint.port,
                  std::memory_order_release);
  }

  bool wants_farewell() const noexcept { return (newest_.load(std::memory_order_relaxed) & kFarewell) != 0; }

  /// Once for each that was put and not replaced by a newer one.
  std::optional<Endpoint> take() noexcept {
    if (newest_.load(std::memory_order_relaxed) == 0) return std::nullopt;
    const std::uint64_t bits = newest_.exchange(0, std::memory_order_acquire);
    return Endpoint::ipv4(static_cast<std::uint32_t>(bits >> 16), static_cast<std::uint16_t>(bits));
  }

 private:
  static constexpr std::uint64_t kFull = std::uint64_t{1} << 48;  ///< tells 0.0.0.0:0 from nothing
  static constexpr std::uint64_t kFarewell = std::uint64_t{1} << 49;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
  std::atomic<std::uint64_t> newest_{0};
};

/// A transport whose receiver can be exchanged while a stream uses it.
class RetargetableTransport : public Transport {
 public:
  /// IPv4. From the next wake-up of the stream on, or from the end of the farewell, all datagrams go to
  /// `receiver`, and only its answers are taken; what leads nowhere (Endpoint::ipv4(0, 0)) drops them. Threads:
  /// any; the latest call counts. Real-time: yes.
  void retarget(const Endpoint& receiver, Farewell farewell = Farewell::None) noexcept {
    next_.put(receiver, farewell);
  }

  bool take_retarget() noexcept final {
    const auto receiver = next_.take();
    return receiver && go_to(*receiver);
  }
  bool wants_farewell() const noexcept final { return next_.wants_farewell(); }

 protected:
  /// On the tick thread. @return whether the stream has a receiver to begin anew with
  virtual bool go_to(const Endpoint& receiver) noexcept = 0;

 private:
  EndpointMailbox next_;
};

}  // namespace idn::io
