// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sender/doctor/watch/trace_event.hpp"

/// Why ticks are late, from the kernel's trace. Pure.
namespace idn::sender::doctor {

enum class Cause : std::uint8_t {
  Preempted,   ///< another thread had the processor
  HeldUp,      ///< a less urgent thread had it, in a part of the kernel that it does not leave
  Throttled,   ///< the thread was ready, and the kernel held it back: quota, or limit of real-time threads
  Interrupt,   ///< of a device or the kernel, and what follows it
  PageFault,   ///< memory that was not there
  TimerSlack,  ///< the timer was allowed to come later
  IdleExit,    ///< the processor idled and took its time to come back
  Work,        ///< the program's own, since the last tick
  Producer,    ///< no samples were there: dark, though on time
  Outside,     ///< nothing happened here, and yet time passed: the host of a virtual machine, or the hardware
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

/// The trace does not tell a thread that its quota stopped from one that another thread preempted; the control
/// group tells how long it was stopped meanwhile. @param stopped since the tick before
void apply_quota(LateTick& tick, Duration stopped) noexcept;

/// Reads what threads of libidn that IDN_TICK_WATCH names write about themselves, and the kernel's events
/// around it.
class LateTickFinder {
 public:
  /// In the order of the trace. @return the thread, where one has said that it is there
  std::optional<int> add(TraceEvent event);
  /// Those found since the last call.
  std::vector<LateTick> take() { return std::exchange(found_, {}); }
  /// Events were lost: what is found from now on and lies before that is Unknown.
  void lost(TimePoint until) noexcept { lost_until_ = until; }

 private:
  void read_mark(const TraceEvent& mark);
  void forget_before(TimePoint time);

  std::vector<TraceEvent> events_;
  std::vector<LateTick> found_;
  TimePoint lost_until_ = TimePoint::min();
};

/// A thread was to wake up at `due`, asked for it at `called` and was there at `woke`.
struct Wait {
  int thread = 0;
  TimePoint due{};
  TimePoint called{};
  TimePoint woke{};
};

/// The cause that explains most of the time from `due` to `woke`. @param events those before `woke`, in order
LateTick explain(const Wait& wait, const std::vector<TraceEvent>& events);

}  // namespace idn::sender::doctor
