// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"
#include "latency/measure/marker_watch.hpp"

namespace idn::latency {

/// A receiver on loopback with a buffer of fixed length, which records what it would show. Runs on a thread of
/// its own.
class WatchingReceiver {
 public:
  /// Throws cli::Failure if the port cannot be opened.
  /// @param port 0: any free one, on loopback only; else on every interface
  WatchingReceiver(Duration buffer, std::uint16_t port);
  ~WatchingReceiver();

  std::uint16_t port() const { return socket_->local().port; }
  /// Whether a lit sample has arrived. Threads: any.
  bool is_lit() const noexcept { return lit_.load(std::memory_order_relaxed); }
  /// Stops receiving; the results stay valid as long as this object.
  const MarkerWatch& stop();
  /// Datagrams that the kernel dropped. After stop().
  std::uint64_t dropped() const noexcept { return socket_->dropped(); }

 private:
  class Handler;
  MarkerWatch watch_;
  std::atomic<bool> lit_{false};
  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  std::unique_ptr<Handler> handler_;
  jthread thread_;
};

}  // namespace idn::latency
