// SPDX-License-Identifier: MIT
#pragma once

#include <thread>
#include <vector>

#include "idn/time.hpp"

namespace idn::bench {

/// A thread that had nothing to do but wake up did so late. Times since 1970.
struct Stall {
  Duration begin{};  ///< when it should have run
  Duration end{};    ///< when it did
  unsigned core = 0;
  bool is_realtime = false;  ///< it had real-time priority: the machine stalled, not another program
};

/// Sees when a core does not run, beside what is measured: on each core that this process may use a thread of
/// ordinary priority and one of real-time priority, as far as that is granted, wake up every half millisecond.
/// Unlike watch_cores() it leaves the cores to others.
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
    std::jthread thread{};  ///< last: uses the above
  };
  static void watch(Watcher& watcher, unsigned core, bool realtime, const std::stop_token& stop);

  std::vector<Watcher> watchers_;
};

/// Those that threads of real-time priority saw.
std::vector<Stall> of_realtime(const std::vector<Stall>& stalls);

/// How much of the time between two moments lies in a stall of any core, 0 to 1: how likely a stall is seen at
/// a moment by chance. `stalls` in the order of their beginning.
double stalled_share(const std::vector<Stall>& stalls, Duration from, Duration until) noexcept;

}  // namespace idn::bench
