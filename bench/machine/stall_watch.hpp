// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/stop_token.hpp"
#include "idn/time.hpp"

namespace idn::bench {

/// A late wake-up of a thread that does nothing but wake up. Times since 1970.
struct Stall {
  Duration begin{};  ///< when it should have run
  Duration end{};    ///< when it did
  unsigned core = 0;
  /// The thread asked for real-time priority; if that was granted, no other program delayed it.
  bool is_realtime = false;
};

/// Detects stalls of cores while something else is measured. On each core that this process may use, a thread
/// of ordinary priority and one of real-time priority, if that is granted, wake up every half millisecond.
/// Unlike watch_cores(), this leaves the cores to other threads.
class StallWatch {
 public:
  /// A wake-up that is later than this is a stall.
  static constexpr Duration kLimit = std::chrono::microseconds(300);

  StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

  /// All stalls since construction, in the order of their beginning. Ends the threads; to be called once.
  std::vector<Stall> finish();

 private:
  struct Watcher {
    std::vector<Stall> stalls;
    jthread thread{};  ///< last: uses the above
  };
  static void watch(Watcher& watcher, unsigned core, bool realtime, const stop_token& stop);

  std::vector<Watcher> watchers_;
};

/// The stalls with is_realtime.
std::vector<Stall> of_realtime(const std::vector<Stall>& stalls);

/// Share of the time between two moments that lies in a stall of any core, 0 to 1: the probability that a
/// random moment lies in a stall. `stalls` in the order of their beginning.
double stalled_share(const std::vector<Stall>& stalls, Duration from, Duration until) noexcept;

}  // namespace idn::bench
