// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

#include "idn/counter.hpp"
#include "idn/stream/sample_ring.hpp"
#include "idn/time.hpp"
#include "plugins/jack/levels.hpp"

namespace idn::jack {

/// One period, as JACK's process callback has it.
struct Period {
  std::uint32_t frame = 0;  ///< JACK's number of the first one; wraps
  std::uint32_t count = 0;
  TimePoint arrival{};  ///< by io::monotonic_now()
  bool dark = false;    ///< positions go on without light
  Levels levels{};
};

/// Lock-free queue from JACK's process callback to the thread that feeds the device.
class InputRing {
 public:
  /// Room for so many samples; `rate` is JACK's.
  InputRing(std::size_t capacity, SampleRate rate) : ring_(capacity), rate_(rate) {}

  /// Periods that JACK has left out since the last one are dark for their length; frames of the last period
  /// that come again are ignored. Numbers that jump by anything else, as more than the time that has passed,
  /// are those of another counting. Threads: JACK's. Real-time: yes (no heap, lock, log, system call).
  void take(const Period& period) noexcept;
  /// The next period follows on nothing. Threads: JACK's.
  void restart() noexcept { has_next_ = false; }

  /// Moves all that waits to the end of `samples`. Threads: the feeding one.
  void drain(std::vector<LaserSample>& samples);

  /// The last period: when it arrived, and how many frames there were with it, whatever became of them.
  /// Threads: any, but a newer one may come between two calls: then periods() has changed.
  TimePoint arrival() const noexcept { return TimePoint(Duration(arrival_ns_.value())); }
  std::uint64_t frames() const noexcept { return frames_.value(); }
  /// Whose samples are there.
  std::uint64_t periods() const noexcept { return periods_.load(std::memory_order_acquire); }

  /// JACK tells that it was interrupted. Threads: any.
  void add_xrun() noexcept { xruns_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t xruns() const noexcept { return xruns_.load(std::memory_order_relaxed); }
  /// Samples that JACK has left out.
  std::uint64_t missed() const noexcept { return missed_.value(); }
  /// Samples that found no room.
  std::uint64_t dropped() const noexcept { return dropped_.value(); }

 private:
  std::int64_t frames_ahead(const Period& period) const noexcept;
  void add_missing(std::size_t count) noexcept;
  template <class SampleOf>
  void push(std::size_t count, SampleOf sample) noexcept;

  stream::SampleRing ring_;
  SampleRate rate_;
  bool has_next_ = false;
  std::uint32_t next_ = 0;  ///< frame that follows
  LaserSample last_{};
  LatestValue<std::int64_t> arrival_ns_;
  std::atomic<std::uint64_t> periods_{0}, xruns_{0};
  Counter frames_, missed_, dropped_;
};

}  // namespace idn::jack
