// SPDX-License-Identifier: MIT
#pragma once

#include <thread>

#include "plugins/common/output.hpp"
#include "plugins/jack/client.hpp"
#include "plugins/jack/feed.hpp"

namespace idn::jack {

/// What has happened between a JACK server and a device.
struct Totals {
  std::uint64_t xruns = 0;    ///< that JACK has told of
  std::uint64_t missed = 0;   ///< samples that JACK has left out: dark
  std::uint64_t late = 0;     ///< samples that came after their time: dark
  std::uint64_t dropped = 0;  ///< samples that nobody had room for
  std::uint64_t begun = 0;    ///< how often the stream began

  Totals& operator+=(const Totals& other) noexcept;
  friend bool operator==(const Totals&, const Totals&) = default;
};

/// A client of JACK, and the thread that feeds an output with what comes. Threads: one.
class Connection {
 public:
  /// @param rate of the device; 0: JACK's
  /// @param latency at least; periods that are longer need more
  Connection(std::unique_ptr<Client> client, plugins::Output& output, std::uint32_t rate, Duration latency);
  /// Nothing is fed any more, then the client is closed.
  ~Connection();

  Client& client() noexcept { return *client_; }
  SampleRate rate() const noexcept { return rate_; }
  /// Longer once periods have become longer.
  Duration latency() const noexcept { return Duration(latency_ns_.value()); }
  Totals totals() const noexcept;
  std::int64_t correction_ppb() const noexcept { return feed_.correction_ppb(); }

 private:
  void feed(const std::stop_token& stop);
  Duration period() const noexcept;

  const std::unique_ptr<Client> client_;
  plugins::Output& output_;
  const SampleRate rate_;
  LatestValue<std::int64_t> latency_ns_;
  Feed feed_;
  std::jthread thread_;
};

}  // namespace idn::jack
