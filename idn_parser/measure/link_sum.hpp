// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/analysis/time_axis.hpp"

namespace idn::parser {

struct LinkFacts {
  std::uint64_t datagrams = 0;  ///< with samples, of all streams
  double c_inst = 0;            ///< see analysis::LeakyBucket
  Micros ts_df{};               ///< see analysis::DelayFactor
  bool has_one_clock = true;    ///< false: no arrivals to compare, since several clocks stamped them
  std::uint32_t clock = 0;      ///< the first one, as capture::CapturePosition counts them
};

/// The bursts of all streams to one address together, as the last link of their way carries them: a bucket that
/// drains at 1.1 times the sum of their rates, and the span of what is too early or late within 200 ms, each
/// stream against its own first datagram of that period.
///
/// A stream has a part in the sum from its first datagram until it is closed, or found silent for kSilence when
/// the streams are looked at, once in kSilence. Memory: some octets for each stream that plays.
class LinkSum {
 public:
  /// As the link time-out of receivers.
  static constexpr Duration kSilence = std::chrono::seconds(1);

  /// A stream: number of its connection, channel.
  using Key = std::pair<std::size_t, std::uint8_t>;

  /// @param clock that stamped the arrival
  void add(const Key& stream, const analysis::SampleDatagram& datagram, std::uint32_t clock);
  void end_channel(const Key& stream);
  void end_session(std::size_t connection);

  LinkFacts facts() const;

 private:
  struct Stream {
    explicit Stream(const analysis::SampleDatagram& first);

    bool continues_with(const analysis::SampleDatagram& next) const noexcept;
    void take(const analysis::SampleDatagram& next) noexcept;
    double rate() const noexcept;

    Micros expected;   ///< to its next datagram
    Duration arrival;  ///< of the last one
    std::chrono::microseconds media;
    std::chrono::microseconds duration;
    std::optional<std::int64_t> period{};  ///< of `reference`
    Duration reference{};                  ///< lateness of its first datagram in that period
  };

  using Streams = std::map<Key, Stream>;

  void forget_silent(Duration now);
  void end(Streams::iterator first, Streams::iterator last);

  Streams streams_;
  double rate_ = 0;  ///< datagrams per us, of all streams
  std::optional<Duration> first_arrival_;
  Duration looked_at_{};  ///< when the silent ones were removed
  std::uint32_t clock_ = 0;
  std::uint64_t datagrams_ = 0;
  bool has_one_clock_ = true;
  analysis::LeakyBucket bucket_;
  analysis::DelayFactor delay_factor_;
};

}  // namespace idn::parser
