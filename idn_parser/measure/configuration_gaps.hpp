// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "idn/bounded_event_log.hpp"
#include "idn/capture/capture_position.hpp"

namespace idn::parser {

/// Samples were sent without the configuration that a receiver needs which joins or lost a datagram.
struct ConfigurationGap {
  capture::CapturePosition at;         ///< of the first chunk without
  std::chrono::microseconds length{};  ///< media time from one configuration to the next, or to the last chunk
};

/// Whether a channel repeats its configuration at least every 250 ms (IDN-Stream, channel configuration;
/// section 2.4 of the protocol notes). A gap is counted where a chunk lies more than that, and the tolerance,
/// behind the last configuration, by the sender's timestamps: what the network delayed is no fault of the
/// sender. A chunk whose timestamp alone is off is none.
class ConfigurationGaps {
 public:
  static constexpr std::chrono::microseconds kLongest{250'000};
  /// Senders that repeat every 250 ms look at a clock of milliseconds once per chunk, and so come some
  /// milliseconds late; receivers do not depend on the exact moment.
  static constexpr std::chrono::microseconds kTolerance{10'000};

  /// The limit, its tolerance and where it comes from, for messages.
  static std::string limit_text();

  /// A message with routing; `media` is the unwrapped timestamp.
  void add_configuration(std::chrono::microseconds media);
  /// A chunk with samples and without configuration. Ignored before the first configuration.
  void add_chunk(std::chrono::microseconds media, const capture::CapturePosition& at);
  /// The sender began a new time axis.
  void restart() noexcept { configured_.reset(); }
  /// No more will come.
  void finish();

  const BoundedEventLog<ConfigurationGap>& gaps() const noexcept { return gaps_; }
  std::chrono::microseconds largest() const noexcept { return largest_; }

 private:
  bool is_beyond(std::chrono::microseconds media) const noexcept {
    return configured_ && media - *configured_ > kLongest + kTolerance;
  }
  void close(std::chrono::microseconds end);

  std::optional<std::chrono::microseconds> configured_;
  std::chrono::microseconds last_chunk_{};
  std::optional<capture::CapturePosition> beyond_;  ///< the first chunk that is too far behind
  BoundedEventLog<ConfigurationGap> gaps_;
  std::chrono::microseconds largest_{};
};

}  // namespace idn::parser
