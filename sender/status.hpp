// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "idn/endpoint.hpp"
#include "idn/io/driver.hpp"
#include "idn/stream/sender_session.hpp"
#include "idn/stream/unit_track.hpp"
#include "sender/show/tick_thread.hpp"

namespace idn::sender {

/// Tells people and programs how the streams are doing: a status line on a terminal, or JSON lines.
class Status {
 public:
  struct Stream {
    const StreamOptions& options;
    const stream::SenderSession& session;
    const io::DriverStats& network;
    Endpoint local;
    Endpoint remote;
    std::optional<std::uint64_t> total_samples;
  };

  explicit Status(bool json) : json_(json) {}

  /// Before started().
  void add(const Stream& stream) { streams_.push_back({stream}); }

  void started(const Waiting& waiting);
  /// Ten times per second.
  void update(Duration elapsed);
  /// What has become of the unit of a stream, `name`.
  void tell(std::size_t stream, const std::string& name, const stream::UnitEvent& event);
  /// What each loop has found.
  void finished(Duration elapsed, const std::vector<Waiting>& waiting);

 private:
  struct Entry : Stream {
    std::uint64_t last_bytes = 0;
    std::uint64_t last_samples = 0;
    double bytes_per_second = 0;
    double samples_per_second = 0;
  };

  void measure_rates(Duration elapsed);
  std::string progress(Duration elapsed) const;
  void print_start(const Entry& stream, const Waiting& waiting) const;
  void print_json(const Entry& stream, const char* event, Duration elapsed,
                  const std::vector<Waiting>& waiting) const;
  void print_summary(const Entry& stream, Duration elapsed) const;
  void print_line(const Entry& stream) const;

  bool json_;
  std::vector<Entry> streams_;
  cli::StatusLine line_;
  Duration last_update_{0};
};

}  // namespace idn::sender
