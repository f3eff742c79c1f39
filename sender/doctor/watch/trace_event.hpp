// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "idn/time.hpp"

namespace idn::sender::doctor {

enum class TraceKind : std::uint8_t {
  Switch,      ///< a processor switches to another thread
  Waking,      ///< a thread becomes ready
  TimerStart,  ///< a thread sets a timer that is to wake it
  Begin,       ///< of an interrupt or a softirq
  End,
  PageFault,
  IdleEnter,
  IdleExit,
  Mark,  ///< what a program wrote into trace_marker
};

/// A line of the kernel's trace. Which fields have a meaning depends on the kind.
struct TraceEvent {
  TraceKind kind{};
  TimePoint at{};  ///< to the microsecond
  unsigned processor = 0;
  int thread = 0;  ///< that was running; of Waking: the one that is woken

  // Switch
  std::string from{};  ///< name of the thread that was running
  std::string to{};    ///< name of the next thread
  int from_thread = 0;
  int to_thread = 0;
  int from_priority = 0;  ///< the kernel's: smaller is more urgent, below 100 are real-time threads
  int to_priority = 0;
  bool is_ready = false;            ///< the previous thread was preempted and is still ready
  bool is_uninterruptible = false;  ///< the previous thread waits uninterruptibly (state D), as for a disk

  unsigned target = 0;   ///< Waking: the processor it is to run on
  TimePoint earliest{};  ///< TimerStart: expiry without the slack
  TimePoint latest{};    ///< TimerStart: expiry with the slack
  std::string text{};    ///< Begin: the interrupt or softirq; Mark: text that was written
};

/// One line of trace_pipe, in the kernel's default format, clock "mono". Nothing for other text; accepts any
/// octets.
std::optional<TraceEvent> parse_trace_line(std::string_view line);

}  // namespace idn::sender::doctor
