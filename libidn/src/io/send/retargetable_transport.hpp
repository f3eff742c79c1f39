// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>

#include "idn/endpoint.hpp"
#include "io/send/transport.hpp"

namespace idn::io {

/// Whether a stream closes the session at its old receiver when it moves to another one.
enum class LeavePolicy : std::uint8_t {
  Silent,  ///< nothing more is sent there, as another unit may have that address now
  Close,   ///< a dark chunk, channel close and session close are sent there, within two ticks
};

/// The receiver that a stream switches to.
struct Destination {
  Endpoint receiver{};  ///< IPv4
  /// Service ID at the receiver; nothing: unchanged.
  std::optional<std::uint8_t> service = std::nullopt;
};

/// Passes a destination to another thread in one 64-bit atomic. Only the newest one is kept; if it has no
/// service, it gets that of the one that it replaces. Threads: put() from any, all else by one. Real-time: yes
/// (no heap, lock, log, waiting).
class DestinationMailbox {
 public:
  /// Replaces a destination that was not taken yet, but keeps its service if `to` has none.
  void put(const Destination& to, LeavePolicy leave_policy = LeavePolicy::Silent) noexcept {
    const std::uint64_t packed = kFull | (leave_policy == LeavePolicy::Close ? kCloseOld : 0) |
                                 std::uint64_t{to.receiver.ipv4_address()} << 16 | to.receiver.port;
    std::uint64_t former = newest_.load(std::memory_order_relaxed);
    while (!newest_.compare_exchange_weak(former, packed | service_bits(to.service, former),
                                          std::memory_order_release, std::memory_order_relaxed)) {
    }
  }

  /// Whether the session at the old receiver is to be closed first.
  bool closes_old_receiver() const noexcept {
    return (newest_.load(std::memory_order_relaxed) & kCloseOld) != 0;
  }

  /// The newest destination; nothing if it was taken already.
  std::optional<Destination> take() noexcept {
    if (newest_.load(std::memory_order_relaxed) == 0) return std::nullopt;
    const std::uint64_t bits = newest_.exchange(0, std::memory_order_acquire);
    Destination to{Endpoint::ipv4(static_cast<std::uint32_t>(bits >> 16), static_cast<std::uint16_t>(bits))};
    if ((bits & kService) != 0) to.service = static_cast<std::uint8_t>(bits >> kServiceShift);
    return to;
  }

 private:
  static std::uint64_t service_bits(std::optional<std::uint8_t> service, std::uint64_t former) noexcept {
    if (!service) return former & (kService | std::uint64_t{0xFF} << kServiceShift);
    return kService | std::uint64_t{*service} << kServiceShift;
  }

  static constexpr std::uint64_t kFull = std::uint64_t{1} << 48;  ///< there is a destination, perhaps 0.0.0.0:0
  static constexpr std::uint64_t kCloseOld = std::uint64_t{1} << 49;
  static constexpr std::uint64_t kService = std::uint64_t{1} << 50;  ///< it has a service
  static constexpr int kServiceShift = 56;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
  std::atomic<std::uint64_t> newest_{0};
};

/// A transport whose receiver can be exchanged while a stream uses it.
/// Threads: retarget() from any, all else that of the stream. Real-time: yes (no heap, lock, log).
class RetargetableTransport : public Transport {
 public:
  /// IPv4. From the next wake-up of the stream on, or once the old session is closed, all datagrams go to
  /// `receiver`, and only its answers are taken; with Endpoint::ipv4(0, 0) they are dropped. Threads:
  /// any; the latest call counts. Real-time: yes.
  void retarget(const Endpoint& receiver, LeavePolicy leave_policy = LeavePolicy::Silent) noexcept {
    next_.put({receiver}, leave_policy);
  }
  /// The same, with a service.
  void retarget(const Destination& to, LeavePolicy leave_policy) noexcept { next_.put(to, leave_policy); }

  bool take_retarget() noexcept final {
    const auto to = next_.take();
    if (to) service_ = to->service;
    return to && go_to(to->receiver);
  }
  std::optional<std::uint8_t> new_service() const noexcept final { return service_; }
  bool closes_old_receiver() const noexcept final { return next_.closes_old_receiver(); }

 protected:
  /// Switches to `receiver`, on the tick thread. @return whether there is one: false for 0.0.0.0:0
  virtual bool go_to(const Endpoint& receiver) noexcept = 0;

 private:
  DestinationMailbox next_;
  std::optional<std::uint8_t> service_;
};

}  // namespace idn::io
