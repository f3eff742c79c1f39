// SPDX-License-Identifier: MIT
#include "sender/doctor/watch/trace_event.hpp"

#include <algorithm>
#include <charconv>

namespace idn::sender::doctor {
namespace {

constexpr std::size_t kNameColumns = 16;  ///< columns of the thread's name, which may hold any character

/// Later than any time in a trace: more than a hundred years.
constexpr Duration kLatest = std::chrono::seconds(4'000'000'000);

/// Removes and returns the number at the beginning of a text, after spaces.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool skip(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// The number after the last `key`, as "pid=": thread names, which may look like a key, come before numbers.
template <class Number>
Number field(std::string_view text, std::string_view key, Number otherwise = {}) {
  const std::size_t found = text.rfind(key);
  if (found == std::string_view::npos) return otherwise;
  text.remove_prefix(found + key.size());
  return take_number<Number>(text).value_or(otherwise);
}

std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin), to = text.rfind(end);
  if (from == std::string_view::npos || to == std::string_view::npos || to < from + begin.size()) return {};
  return std::string(text.substr(from + begin.size(), to - from - begin.size()));
}

/// Limited, since a timer that never expires is traced with the largest number, which would overflow in sums.
TimePoint time_of(std::int64_t nanoseconds) {
  return TimePoint(std::clamp(Duration(nanoseconds), Duration{0}, kLatest));
}

/// "12345.678901".
std::optional<TimePoint> take_time(std::string_view& text) {
  const auto seconds = take_number<std::int64_t>(text);
  if (!seconds || *seconds < 0 || *seconds > 4'000'000'000 || !skip(text, ".")) return std::nullopt;
  const std::size_t before = text.size();
  const auto fraction = take_number<std::int64_t>(text);
  if (!fraction || *fraction < 0 || before - text.size() != 6) return std::nullopt;
  return TimePoint(std::chrono::seconds(*seconds) + std::chrono::microseconds(*fraction));
}

void read_switch(std::string_view text, TraceEvent& event) {
  const std::size_t arrow = text.rfind(" ==> next_comm=");
  if (arrow == std::string_view::npos) return;
  const std::string_view from = text.substr(0, arrow), to = text.substr(arrow);
  event.from = between(from, "prev_comm=", " prev_pid=");
  event.from_thread = field(from, " prev_pid=", 0);
  event.from_priority = field(from, " prev_prio=", 0);
  const std::size_t state = from.rfind(" prev_state=");
  const auto is_in = [&](std::string_view value) {
    return state != std::string_view::npos && from.substr(state).starts_with(value);
  };
  event.is_ready = is_in(" prev_state=R");
  event.is_uninterruptible = is_in(" prev_state=D");
  event.to = between(to, "next_comm=", " next_pid=");
  event.to_thread = field(to, " next_pid=", 0);
  event.to_priority = field(to, " next_prio=", 0);
}

/// Reads pairs such as "local_timer_entry" and "local_timer_exit": the beginning and the end of an interrupt.
bool read_interrupt(std::string_view name, std::string_view text, TraceEvent& event) {
  const bool begins = name.ends_with("_entry");
  if (!begins && !name.ends_with("_exit")) return false;
  event.kind = begins ? TraceKind::Begin : TraceKind::End;
  event.text = name.substr(0, name.rfind('_'));
  if (name == "irq_handler_entry")
    event.text = "interrupt of " + std::string(text.substr(std::min(text.rfind('=') + 1, text.size())));
  if (name == "softirq_entry") event.text = "softirq " + between(text, "action=", "]");
  return true;
}

bool read_event(std::string_view name, std::string_view text, TraceEvent& event) {
  if (name == "sched_switch") {
    event.kind = TraceKind::Switch;
    read_switch(text, event);
  } else if (name == "sched_waking") {
    event.kind = TraceKind::Waking;
    event.thread = field(text, " pid=", 0);
    event.target = field(text, " target_cpu=", event.processor);
  } else if (name == "hrtimer_start") {
    event.kind = TraceKind::TimerStart;
    event.latest = time_of(field<std::int64_t>(text, " expires="));
    event.earliest = time_of(field<std::int64_t>(text, " softexpires="));
    return text.find("function=hrtimer_wakeup") != std::string_view::npos;
  } else if (name == "page_fault_user" || name == "page_fault_kernel") {
    event.kind = TraceKind::PageFault;
  } else if (name == "cpu_idle") {
    // All ones means the end of idling.
    event.kind =
        field<std::uint64_t>(text, "state=") == 0xFFFF'FFFF ? TraceKind::IdleExit : TraceKind::IdleEnter;
  } else if (name == "tracing_mark_write") {
    event.kind = TraceKind::Mark;
    event.text = text;
  } else {
    return read_interrupt(name, text, event);
  }
  return true;
}

}  // namespace

std::optional<TraceEvent> parse_trace_line(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() <= kNameColumns) return std::nullopt;
  std::string_view rest = line.substr(kNameColumns);
  TraceEvent event;
  const auto thread = skip(rest, "-") ? take_number<int>(rest) : std::nullopt;
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const auto processor = skip(rest, "[") ? take_number<unsigned>(rest) : std::nullopt;
  if (!thread || !processor || !skip(rest, "] ")) return std::nullopt;
  // The kernel can be set to print no flags, such as "d..1.".
  const std::size_t flags = rest.find(' ');
  if (flags != std::string_view::npos && rest.substr(0, flags).find(':') == std::string_view::npos)
    rest.remove_prefix(flags);
  const auto time = take_time(rest);
  if (!time || !skip(rest, ": ")) return std::nullopt;
  const std::size_t colon = rest.find(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  event.at = *time;
  event.processor = *processor;
  event.thread = *thread;
  if (!read_event(rest.substr(0, colon), rest.substr(colon + 2), event)) return std::nullopt;
  return event;
}

}  // namespace idn::sender::doctor
