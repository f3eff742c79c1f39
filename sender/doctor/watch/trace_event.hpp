// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "idn/time.hpp"

namespace idn::sender::doctor {

enum class TraceKind : std::uint8_t {
  Switch,      ///< a processor goes from one thread to the next
  Waking,      ///< a thread is to run
  TimerStart,  ///< a thread sets a timer
  Begin,       ///< of an interrupt, or of what follows one
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
  int thread = 0;  ///< that ran; of Waking the one that is woken

  // Switch
  std::string from{};  ///< name of the thread that ran
  std::string to{};    ///< name of the one that runs now
  int from_thread = 0;
  int to_thread = 0;
  int from_priority = 0;  ///< as the kernel counts: less is more urgent, below 100 are real-time threads
  int to_priority = 0;
  bool is_ready = false;            ///< the one that ran has not done: it was interrupted
  bool is_uninterruptible = false;  ///< the one that ran waits for a disk or the like, state D

  unsigned target = 0;   ///< Waking: the processor it is to run on
  TimePoint earliest{};  ///< TimerStart: when it was wanted
  TimePoint latest{};    ///< TimerStart: with the slack
  std::string text{};    ///< Begin: what; Mark: what was written
};

/// One line of trace_pipe, in the kernel's default format, clock "mono". Nothing for other text; any bytes may
/// come.
std::optional<TraceEvent> parse_trace_line(std::string_view line);

}  // namespace idn::sender::doctor
