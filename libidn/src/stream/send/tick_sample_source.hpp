// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <span>

#include "idn/stream/send/sample_ring.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// Source of a wave stream: the tick thread takes samples from it when they are due.
/// Threads: the tick thread. Real-time: all members (no heap, lock, log, system call).
class TickSampleSource {
 public:
  /// For left_at_rate(): no change of the rate is known yet.
  static constexpr std::size_t kNoChange = (std::numeric_limits<std::size_t>::max)();

  virtual ~TickSampleSource() = default;

  /// Rate of the next samples. A change takes effect with the next datagram.
  virtual SampleRate rate() const noexcept = 0;
  /// How many samples come before those of another rate: a datagram ends with the last of them, unless it would
  /// be too short. Called after prepare().
  virtual std::size_t left_at_rate() const noexcept { return kNoChange; }
  /// How much faster than its rate the source is, up to 1'000'000 parts per billion either way: samples last
  /// that much shorter.
  virtual std::int64_t pace_ppb() const noexcept { return 0; }
  /// A datagram is due at `due`: discards what is not to be shown any more, and follows the application to
  /// other content. Called before each take(), perhaps several times.
  /// @return the first sample that take() will return, valid until then; nullptr: none
  virtual const LaserSample* prepare(TimePoint due) noexcept = 0;
  /// The next samples, `most` at most; with fewer, the rest of the datagram is dark. The caller may change them
  /// in place. Valid until the next call of any member.
  virtual SampleSpans take(std::size_t most, TimePoint due) noexcept = 0;
  /// Called at the start, after a change of receiver and after a session abort. `origin`: the dark sample that
  /// is sent before the first one, where one is needed; its position may be changed.
  virtual void begin(LaserSample& /*origin*/) noexcept {}
  /// `dark`: the dark samples that the stream sends after those of take(), all at the position of the last one;
  /// their positions may be changed.
  virtual void extend(std::span<LaserSample> /*dark*/) noexcept {}
};

}  // namespace idn::stream
