// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <span>

#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::stream {

/// Samples in place: up to two contiguous pieces of a ring.
struct SampleSpans {
  std::span<LaserSample> first;   ///< before the others
  std::span<LaserSample> second;  ///< may be empty

  /// Of both.
  constexpr std::size_t size() const noexcept { return first.size() + second.size(); }
};

/// What a wave stream plays, asked for on the tick thread when it is due.
/// Threads: the tick thread. Real-time: all members (no heap, lock, log, system call).
class TickSampleSource {
 public:
  /// No change of the rate is in sight.
  static constexpr std::size_t kNoChange = std::numeric_limits<std::size_t>::max();

  virtual ~TickSampleSource() = default;

  /// Of the samples that come next. A change takes effect with the next datagram.
  virtual SampleRate rate() const noexcept = 0;
  /// How many of them there are before those of another rate: a datagram ends with the last one, unless that
  /// would be too short a datagram. Asked behind front().
  virtual std::size_t left_at_rate() const noexcept { return kNoChange; }
  /// What take() would give first for a datagram that is due then, or nullptr.
  virtual const LaserSample* front(TimePoint due) noexcept = 0;
  /// The next samples, `most` at most; fewer where no more are there in time: the rest of the datagram is dark.
  /// They may be changed in place, and are the supply's again with the next call of any member.
  virtual SampleSpans take(std::size_t most, TimePoint due) noexcept = 0;
  /// The time of so many samples has passed: those that come next are of no use. @return how many were there
  virtual std::size_t skip(std::size_t most) noexcept = 0;
  /// The stream begins, or begins anew: at another receiver, or after what was sent has been dropped. `origin`
  /// is what it sends ahead, dark; it may be put elsewhere.
  virtual void begin(LaserSample& /*origin*/) noexcept {}
  /// Dark samples that the stream adds behind those of take(), all where the last one lay; they may be put
  /// elsewhere.
  virtual void extend(std::span<LaserSample> /*dark*/) noexcept {}
  /// What comes next goes to another address, where the unit has turned up.
  virtual void on_moved() noexcept {}
};

}  // namespace idn::stream
