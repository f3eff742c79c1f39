// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "idn/statistics.hpp"
#include "idn/time.hpp"

/// Skew: how far apart streams are that play together, by one clock. That of idn_parser is of their arrivals,
/// that of idn_server of what its units show.
namespace idn::cli {

/// From the first to the last of several streams, over many moments. Percentiles are rounded up as those of
/// DurationHistogram.
struct SpreadFacts {
  std::uint64_t count = 0;  ///< of moments
  std::size_t streams = 0;  ///< the most of one moment
  Duration p50{};
  std::optional<Duration> low{};  ///< 95 % of the moments are between these two; empty where 40 are not there
  std::optional<Duration> high{};
  Duration max{};
  Duration max_at{};  ///< when, on the axis of SkewMeter::add()
};

struct SkewFacts {
  SpreadFacts start;                      ///< of streams whose light begins together
  std::optional<Duration> any_two_p50{};  ///< the same of each pair; empty without enough of them
  std::optional<Duration> any_two_p99{};
  SpreadFacts running;  ///< of each second: how far the streams have moved against each other since they began

  bool is_empty() const noexcept { return start.count + running.count == 0; }
  /// The same on another axis: its moments later by `by`.
  SkewFacts moved(Duration by) const noexcept;
};

/// Measures the skew of all streams that are added.
///
/// The light of a stream begins with a lit sample after kDark without one, or with the first one
/// of a stream whose beginning was seen.
/// What begins within kTogether begins together. Each second, the mean of its time less its media time is
/// compared with that of the first second of the stream. Memory is bounded.
class SkewMeter {
 public:
  static constexpr Duration kDark = std::chrono::milliseconds(500);
  static constexpr Duration kTogether = std::chrono::milliseconds(250);
  static constexpr Duration kSecond = std::chrono::seconds(1);
  /// A step of time less media time by more than that is a new beginning of the timestamps.
  static constexpr Duration kJump = std::chrono::milliseconds(500);
  /// Streams at one time; further ones are not measured. One that is silent for kForgotten makes room.
  static constexpr std::size_t kMostStreams = 1024;
  static constexpr Duration kForgotten = std::chrono::minutes(1);

  /// A stream, for example by its connection and channel.
  using Key = std::pair<std::uint64_t, std::uint32_t>;

  struct Datagram {
    Duration at{};                      ///< when it came, or is shown; since any epoch
    std::chrono::microseconds media{};  ///< its timestamp, without wraps
    bool is_dark = false;               ///< no sample is lit
    Duration dark_before{};             ///< else: from its beginning to the first lit one
    bool is_configured = false;         ///< it has the configuration with which a stream begins
  };

  /// Datagrams that came after a later one of their stream are left out by the caller.
  void add(const Key& stream, const Datagram& datagram);
  void end(const Key& stream);
  /// Ends all streams from `first` to `last`.
  void end(const Key& first, const Key& last);
  /// At the end: counts the last start and the last second.
  void finish();

  SkewFacts facts() const;

 private:
  struct Stream {
    Duration last{};
    bool is_new = false;                   ///< its beginning was seen, and no light since
    std::optional<Duration> dark_since{};  ///< empty while it is lit
    Duration base{};                       ///< the first time less media time, from which `sum` counts
    Duration latest{};                     ///< the same of the last datagram
    std::optional<Duration> first{};       ///< mean of its first second
    Duration sum{};                        ///< of this second
    std::int64_t datagrams = 0;
  };

  struct Spreads {
    std::size_t streams = 0;
    DurationHistogram lengths;
    Duration max_at{};

    void add(Duration spread, std::size_t of, Duration at) noexcept;
    SpreadFacts facts() const noexcept;
  };

  void begin_light(const Key& stream, Duration at);
  void finish_start();
  void finish_second(Duration now);

  std::map<Key, Stream> streams_;
  std::map<Key, Duration> beginning_;  ///< what begins together now
  Duration begun_{};                   ///< the first of these
  std::optional<Duration> epoch_;
  Duration::rep second_ = 0;  ///< since epoch_
  Spreads start_;
  DurationHistogram any_two_;
  Spreads running_;
};

/// docs/report.md describes the keys; null if nothing was measured.
nlohmann::ordered_json skew_json(const SkewFacts& facts);

/// "40 streams began together 12 times, from first to last 313 us (median) ..."; empty if nothing was measured.
std::string skew_text(const SkewFacts& facts);

}  // namespace idn::cli
