// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stop_token.hpp"
#include "plugins/common/output.hpp"
#include "plugins/jack/client.hpp"
#include "plugins/jack/feed.hpp"

namespace idn::jack {

/// Counters of one or several clients of JACK.
struct Totals {
  std::uint64_t xruns = 0;    ///< reported by JACK
  std::uint64_t missed = 0;   ///< samples that JACK skipped: dark
  std::uint64_t late = 0;     ///< samples that arrived too late and were discarded: dark
  std::uint64_t dropped = 0;  ///< samples for which the input ring had no room
  std::uint64_t starts = 0;   ///< how often playback began: at first, and after each interruption

  Totals& operator+=(const Totals& other) noexcept;
  friend bool operator==(const Totals&, const Totals&) = default;
};

/// A JACK client, and the thread that passes its samples to an output. Threads: one.
class ClientFeed {
 public:
  /// @param rate of the device; 0: JACK's
  /// @param latency the least; long periods need more, see latency()
  ClientFeed(std::unique_ptr<Client> client, plugins::Output& output, std::uint32_t rate, Duration latency);
  /// Ends the thread, then closes the client.
  ~ClientFeed();

  Client& client() noexcept { return *client_; }
  SampleRate rate() const noexcept { return rate_; }
  /// The latency in force. Grows if the server makes periods longer.
  Duration latency() const noexcept { return Duration(latency_ns_.value()); }
  Totals totals() const noexcept;
  /// Of the device's rate to that of JACK's clock, in billionths; positive: faster than nominal.
  std::int64_t correction_ppb() const noexcept { return feed_.correction_ppb(); }

 private:
  void feed(const stop_token& stop);
  Duration period() const noexcept;

  const std::unique_ptr<Client> client_;
  plugins::Output& output_;
  const SampleRate rate_;
  LatestValue<std::int64_t> latency_ns_;
  Feed feed_;
  jthread thread_;
};

}  // namespace idn::jack
