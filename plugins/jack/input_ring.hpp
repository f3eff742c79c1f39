// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

#include "idn/statistics.hpp"
#include "idn/stream/send/sample_ring.hpp"
#include "idn/time.hpp"
#include "plugins/jack/levels.hpp"

namespace idn::jack {

/// One call of JACK's process callback. A frame of JACK is one sample of each port.
struct Period {
  std::uint32_t frame = 0;  ///< JACK's number of the first frame; wraps
  std::uint32_t count = 0;  ///< of frames
  TimePoint arrival{};      ///< by io::monotonic_now()
  bool dark = false;        ///< keeps the positions, but blanks the samples
  Levels levels{};
};

/// Lock-free queue from JACK's process callback to the thread that feeds the device.
class InputRing {
 public:
  /// @param capacity in samples
  /// @param rate JACK's
  InputRing(std::size_t capacity, SampleRate rate) : ring_(capacity), rate_(rate) {}

  /// Queues the samples of a period. Frames that JACK has skipped since the last period become dark samples;
  /// frames of the last period that it repeats are ignored. Any other jump of the frame numbers, for example by
  /// more than the elapsed time, is a new start of JACK's count: nothing is added or ignored.
  /// Threads: JACK's. Real-time: yes (no heap, lock, log, system call).
  void push_period(const Period& period) noexcept;
  /// The next period does not continue the last one. Threads: JACK's.
  void restart() noexcept { has_next_frame_ = false; }

  /// Moves all queued samples to the end of `samples`. Threads: the feeding one.
  void drain(std::vector<LaserSample>& samples);

  /// Arrival of the last period, and number of all frames up to its end, including those that were skipped or
  /// dropped. Threads: any. If periods() differs before and after, they may belong to different periods.
  TimePoint arrival() const noexcept { return TimePoint(Duration(arrival_ns_.value())); }
  std::uint64_t frames() const noexcept { return frames_.value(); }
  /// Number of periods; the samples of all of them have been queued.
  std::uint64_t periods() const noexcept { return periods_.load(std::memory_order_acquire); }

  /// JACK has reported an xrun. Threads: any.
  void add_xrun() noexcept { xruns_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t xruns() const noexcept { return xruns_.load(std::memory_order_relaxed); }
  /// Samples that JACK has skipped.
  std::uint64_t missed() const noexcept { return missed_.value(); }
  /// Samples that were dropped because the ring was full.
  std::uint64_t dropped() const noexcept { return dropped_.value(); }

 private:
  std::int64_t skipped_frames(const Period& period) const noexcept;
  void add_missing(std::size_t count) noexcept;
  template <class SampleOf>
  void push_samples(std::size_t count, SampleOf sample) noexcept;

  stream::SampleRing ring_;
  SampleRate rate_;
  bool has_next_frame_ = false;
  std::uint32_t next_frame_ = 0;  ///< number of the frame that is expected next
  LaserSample last_{};
  LatestValue<std::int64_t> arrival_ns_;
  std::atomic<std::uint64_t> periods_{0}, xruns_{0};
  Counter frames_, missed_, dropped_;
};

}  // namespace idn::jack
