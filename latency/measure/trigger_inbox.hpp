// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"

namespace idn::latency {

/// A datagram with a number, on which the application shows a marker.
struct Trigger {
  std::uint16_t number = 0;
  TimePoint at{};  ///< T0: its arrival, by the kernel's time stamp
};

/// Encodes a trigger as a datagram.
std::vector<std::byte> trigger_datagram(std::uint16_t number);
/// Decodes a trigger; nothing for other datagrams.
std::optional<std::uint16_t> trigger_number(ConstBytes datagram) noexcept;

/// Keeps a processor busy until this thread has used `work` of its time.
void burn(Duration work) noexcept;

/// Receives triggers on a free port of loopback, on a thread of its own, which spends `work` of a processor on
/// each, one after the other, as the application would.
class TriggerInbox final : public io::UnitHandler {
 public:
  /// Throws cli::Failure if no socket can be opened.
  explicit TriggerInbox(Duration work);
  ~TriggerInbox() override;

  std::uint16_t port() const { return socket_->local().port; }
  /// Removes the oldest trigger that has been processed; nothing if there is none. Threads: any.
  std::optional<Trigger> take();

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override;

 private:
  Duration work_;
  std::mutex mutex_;          ///< guards `done_`
  std::deque<Trigger> done_;  ///< processed, not yet taken
  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  jthread thread_;
};

}  // namespace idn::latency
