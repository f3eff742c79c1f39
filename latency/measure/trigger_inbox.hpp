// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "idn/io/monotonic_clock.hpp"
#include "idn/io/unit_loop.hpp"

namespace idn::latency {

/// What tells the application to show something: a datagram with a number.
struct Trigger {
  std::uint16_t number = 0;
  TimePoint at{};  ///< T0, as the kernel stamped it
};

/// The datagram that is a trigger.
std::vector<std::byte> trigger_datagram(std::uint16_t number);
/// Nothing for other datagrams.
std::optional<std::uint16_t> trigger_number(ConstBytes datagram) noexcept;

/// Receives triggers on a port of loopback, on a thread of its own, and takes `work` over each.
class TriggerInbox final : public io::UnitHandler {
 public:
  /// Throws cli::Failure where there is no port.
  explicit TriggerInbox(Duration work);
  ~TriggerInbox() override;

  std::uint16_t port() const { return socket_->local().port; }
  /// The next trigger whose work is done. Threads: any.
  std::optional<Trigger> take();

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override;

 private:
  Duration work_;
  std::mutex mutex_;  ///< of `done_`
  std::deque<Trigger> done_;
  std::optional<io::MonotonicClock> clock_;  ///< of the thread
  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  std::jthread thread_;
};

}  // namespace idn::latency
