// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sender/doctor/watch/trace_event.hpp"

/// Finds the causes of late ticks in a kernel trace. Pure.
namespace idn::sender::doctor {

enum class Cause : std::uint8_t {
  Preempted,   ///< another thread had the processor
  HeldUp,      ///< a less urgent thread had it, in a part of the kernel that it does not leave
  Throttled,   ///< the thread was ready, and the kernel held it back: quota, or limit of real-time threads
  Interrupt,   ///< of a device or a timer, and the softirqs behind it
  PageFault,   ///< a page was not in memory
  TimerSlack,  ///< the timer was allowed to expire later
  IdleExit,    ///< the processor left an idle state slowly
  Work,        ///< the program's own work since the last tick
  Producer,    ///< no samples were there: a dark datagram, on time
  Outside,     ///< no event explains it: the host of a virtual machine, or the hardware
  Unknown,     ///< the trace has gaps
};

std::string_view to_string(Cause cause) noexcept;

struct LateTick {
  TimePoint due{};
  Duration late{0};
  Cause cause{};
  std::string detail{};  ///< by whom: the name of a thread or an interrupt
  Duration share{0};     ///< of `late` that this cause explains
  int thread = 0;
  bool is_ordinary = false;  ///< of an ordinary thread: one that a quota stops
};

/// The trace does not distinguish a thread stopped by its quota from a preempted one; the control group counts
/// how long it was stopped. @param stopped since the tick before
void apply_quota(LateTick& tick, Duration stopped) noexcept;

/// Reads the marks that libidn's tick threads write into the trace (enabled by IDN_TICK_WATCH), and the
/// kernel's events around them.
class LateTickFinder {
 public:
  /// Takes the next event of the trace. @return the thread, if the event announces a new one
  std::optional<int> add(TraceEvent event);
  /// Those found since the last call.
  std::vector<LateTick> take() { return std::exchange(found_, {}); }
  /// Call when events were lost: late ticks before this moment become Unknown.
  void lost(TimePoint until) noexcept { lost_until_ = until; }

 private:
  void read_mark(const TraceEvent& mark);
  void drop_before(TimePoint time);

  std::vector<TraceEvent> events_;
  std::vector<LateTick> found_;
  TimePoint lost_until_ = TimePoint::min();
};

/// One wait of a thread: called at `called`, due at `due`, returned at `woke`.
struct Wait {
  int thread = 0;
  TimePoint due{};
  TimePoint called{};
  TimePoint woke{};
};

/// The cause that explains most of the time from `due` to `woke`. @param events up to `woke`, in order
LateTick explain(const Wait& wait, const std::vector<TraceEvent>& events);

}  // namespace idn::sender::doctor
