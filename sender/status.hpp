// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "idn/client/device.hpp"
#include "sender/stream_options.hpp"
#include "sender/trigger/triggers.hpp"

namespace idn::sender {

/// Reports the state of the streams: a status line on a terminal, or JSON lines.
class Status {
 public:
  struct Stream {
    const StreamOptions& options;
    const client::Device& device;
    Endpoint remote;
    std::optional<std::uint64_t> total_samples;
  };

  explicit Status(bool json) : json_(json) {}

  /// Call before started().
  void add(const Stream& stream) { streams_.push_back({stream}); }

  /// Reports where triggers and pictures are received. Call before started().
  void listening(const std::string& what, const std::string& place) const;
  void started(const client::TickThreadStatus& thread);
  /// Call ten times per second.
  void update(Duration elapsed);
  /// Reports that the unit `name` of a stream moved, was lost or came back.
  void report(std::size_t stream, const std::string& name, const stream::UnitEvent& event);
  /// Reports the wake-ups of each tick thread.
  void finished(Duration elapsed, const std::vector<client::TickThreadStatus>& threads);
  /// Reports the triggers. Call after the other.
  void finished(const Triggers& triggers);

 private:
  struct Entry : Stream {
    std::uint64_t last_bytes = 0;
    std::uint64_t last_samples = 0;
    std::uint64_t last_errors = 0;
    double bytes_per_second = 0;
    double samples_per_second = 0;
  };

  void measure_rates(Duration elapsed);
  std::string progress(Duration elapsed) const;
  void print_start(const Entry& stream, const client::TickThreadStatus& thread) const;
  void print_json(const Entry& stream, const char* event, Duration elapsed,
                  const std::vector<client::TickThreadStatus>& threads) const;
  void print_summary(const Entry& stream, Duration elapsed) const;
  void print_line(const Entry& stream) const;

  bool json_;
  std::vector<Entry> streams_;
  cli::StatusLine line_;
  Duration last_update_{0};
  std::optional<Duration> last_error_;  ///< when a datagram could not be sent
};

}  // namespace idn::sender
