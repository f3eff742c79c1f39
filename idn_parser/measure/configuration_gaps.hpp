// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "idn/capture/datagram_reader.hpp"
#include "idn/statistics.hpp"

namespace idn::parser {

/// A time without configuration: a receiver that joins then, or lost the last configuration, cannot decode the
/// samples.
struct ConfigurationGap {
  capture::CapturePosition at;         ///< of the first chunk beyond the limit
  std::chrono::microseconds length{};  ///< media time from one configuration to the next, or to the last chunk
};

/// Checks that a channel repeats its configuration at least every 250 ms (IDN-Stream, channel configuration;
/// section 2.4 of the protocol notes). A gap is counted if a chunk is more than that, plus the tolerance, after
/// the last configuration, by its timestamp and by its arrival: neither delays by the network nor a burst ahead
/// of time nor a wrong unit of the timestamps make one. Twice as much where numbers are missing between, since
/// a configuration may be among them. A single chunk with a wrong timestamp is not a gap.
class ConfigurationGaps {
 public:
  static constexpr std::chrono::microseconds kLongest{250'000};
  /// Senders that repeat every 250 ms check a millisecond clock once per chunk, and so are some milliseconds
  /// late. Receivers do not need it to be exact.
  static constexpr std::chrono::microseconds kTolerance{10'000};

  /// The limit with its tolerance and its source in the specification, for messages.
  static std::string limit_text();

  /// A message with a configuration; `media` is its unwrapped timestamp. Chunks may be passed on later than
  /// messages without one: a configuration that arrived before the last one does not count.
  void add_configuration(std::chrono::microseconds media, Duration arrival);
  /// Numbers are missing before the next chunk.
  void note_loss() noexcept { allowed_ = 2 * (kLongest + kTolerance); }
  /// A chunk with samples and without configuration. Ignored before the first configuration.
  void add_chunk(std::chrono::microseconds media, const capture::CapturePosition& at);
  /// A new time axis began: timestamps do not compare with earlier ones.
  void restart() noexcept { configured_.reset(); }
  /// To be called after the last chunk.
  void finish();

  const BoundedEventLog<ConfigurationGap>& gaps() const noexcept { return gaps_; }
  std::chrono::microseconds largest() const noexcept { return largest_; }

 private:
  bool is_beyond(std::chrono::microseconds media, Duration arrival) const noexcept {
    return configured_ && media - *configured_ > allowed_ && arrival - configured_at_ > allowed_;
  }
  void close(std::chrono::microseconds end, Duration arrival);

  std::optional<std::chrono::microseconds> configured_;  ///< media time of the last configuration
  Duration configured_at_{};                             ///< its arrival
  std::chrono::microseconds allowed_ = kLongest + kTolerance;
  std::chrono::microseconds last_chunk_{};
  Duration last_arrival_{};
  std::optional<capture::CapturePosition> beyond_;  ///< the first chunk beyond the limit
  BoundedEventLog<ConfigurationGap> gaps_;
  std::chrono::microseconds largest_{};
};

}  // namespace idn::parser
