// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "idn/endpoint.hpp"
#include "idn/io/driver.hpp"
#include "idn/io/realtime.hpp"
#include "idn/io/system_clock.hpp"
#include "idn/stream/sender_session.hpp"

namespace idn::sender {

/// What the tick thread found out about its own waiting.
struct Waiting {
  io::WaitMode mode{};
  Duration guard{0};
  std::vector<io::Grant> grants;
};

/// Tells people and programs how the stream is doing: a status line on a terminal, or JSON lines.
class Status {
 public:
  struct Stream {
    const stream::SenderSession& session;
    const io::DriverStats& network;
    Endpoint local;
    Endpoint remote;
    std::optional<std::uint64_t> total_samples;
    bool json;
  };

  explicit Status(const Stream& stream) : stream_(stream) {}

  void started(const Waiting& waiting);
  /// Ten times per second.
  void update(Duration elapsed);
  void finished(Duration elapsed, const Waiting& waiting);

 private:
  void measure_rates(Duration elapsed);
  std::string progress(Duration elapsed) const;
  void print_json(const char* event, Duration elapsed) const;
  void print_summary(Duration elapsed, const Waiting& waiting) const;

  Stream stream_;
  cli::StatusLine line_;
  std::uint64_t last_bytes_ = 0;
  std::uint64_t last_samples_ = 0;
  Duration last_update_{0};
  double bytes_per_second_ = 0;
  double samples_per_second_ = 0;
};

}  // namespace idn::sender
