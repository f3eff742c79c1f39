// SPDX-License-Identifier: MIT
#include "sender/doctor/watch/late_tick.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace idn::sender::doctor {
namespace {

using namespace std::chrono_literals;

/// Older events are dropped. The longest cause, throttling of real-time threads, lasts up to 1 s.
constexpr Duration kEventsKeptFor = 2s;
constexpr std::size_t kMostEvents = 200'000;
/// Longest time in which a processor leaves an idle state.
constexpr Duration kLongestIdleExit = 400us;
/// Resolution of time stamps in the trace.
constexpr Duration kRounding = 1us;
/// Longest spin before a deadline: a page fault that ended earlier is no cause.
constexpr Duration kLongestSpin = 1ms;
constexpr int kFirstOrdinaryPriority = 100;
/// Later than any time in a trace: more than a hundred years.
constexpr std::int64_t kLatestNs = 4'000'000'000'000'000'000;

using Shares = std::map<std::pair<Cause, std::string>, Duration>;

bool is_idle_thread(int thread) {
  return thread == 0;
}

/// Goes through the events of one thread's processor and attributes the time between two moments to causes.
class DelayAttribution {
 public:
  explicit DelayAttribution(const Wait& wait) : wait_(wait), attributed_until_(wait.due) {}

  Shares attribute(const std::vector<TraceEvent>& events) {
    for (const TraceEvent& event : events) {
      if (event.at > wait_.woke + kRounding) break;
      advance(std::min(event.at, wait_.woke));
      take(event);
    }
    advance(wait_.woke);
    attribute_sleep();
    add(Cause::Outside, "", wakeup_delay_);
    return std::move(shares_);
  }
  bool is_ordinary() const noexcept { return priority_ >= kFirstOrdinaryPriority; }

 private:
  enum class State : std::uint8_t { Running, Ready, Woken, Sleeping };

  void advance(TimePoint to) {
    if (to <= attributed_until_) return;
    attribute_interval(attributed_until_, to);
    attributed_until_ = to;
  }

  void add(Cause cause, const std::string& detail, Duration time) {
    if (time > 0ns) shares_[{cause, detail}] += time;
  }

  void attribute_interval(TimePoint from, TimePoint to) {
    switch (state_) {
      case State::Running:
        return attribute_running(from, to);
      case State::Ready:
        if (ready_cause_ == Cause::Preempted && attribute_interrupt(from, to)) return;
        return add(ready_cause_, running_thread_, to - from);
      case State::Woken:
        // The thread that the interrupt found running is not the cause.
        if (!attribute_interrupt(from, to))
          wakeup_delay_ += to - from;  // attributed later, when it is known which thread had the processor
        return;
      case State::Sleeping:
        return attribute_sleeping(from, to);
    }
  }

  /// False if no event names the thread's processor.
  bool attribute_interrupt(TimePoint from, TimePoint to) {
    const auto interrupt = interrupts_.find(processor_);
    if (interrupt == interrupts_.end()) return false;
    add(Cause::Interrupt, interrupt->second.what, to - from);
    return true;
  }

  void attribute_running(TimePoint from, TimePoint to) {
    if (attribute_interrupt(from, to)) return;
    if (in_page_fault_) return add(Cause::PageFault, "", to - from);
    const TimePoint called = std::clamp(wait_.called, from, to);
    add(Cause::Work, "", called - from);
    add(Cause::Outside, "", to - called);
  }

  /// The timer should have expired, at `due` at the latest.
  void attribute_sleeping(TimePoint from, TimePoint to) {
    const TimePoint allowed = std::clamp(latest_, from, to);
    if (latest_ - earliest_ > 1us) add(Cause::TimerSlack, "", allowed - from);
    const TimePoint begin = latest_ - earliest_ > 1us ? allowed : from;
    if (attribute_interrupt(begin, to)) return;
    sleep_time_ += to - begin;
    if (sleep_time_ == to - begin) slept_on_idle_processor_ = idle_[processor_];
  }

  /// The time in which nothing woke the thread up.
  void attribute_sleep() {
    const bool is_short = sleep_time_ <= kLongestIdleExit;
    add(slept_on_idle_processor_ && is_short ? Cause::IdleExit : Cause::Outside, "", sleep_time_);
    sleep_time_ = 0ns;
  }

  void take(const TraceEvent& event) {
    switch (event.kind) {
      case TraceKind::Switch:
        return take_switch(event);
      case TraceKind::Waking:
        if (event.thread == wait_.thread && state_ == State::Sleeping) {
          attribute_sleep();
          state_ = State::Woken;
          processor_ = event.target;
        }
        return;
      case TraceKind::TimerStart:
        if (event.thread != wait_.thread) return;
        end_page_fault();
        earliest_ = event.earliest;
        latest_ = event.latest;
        processor_ = event.processor;
        return;
      case TraceKind::Begin:
        if (auto& interrupt = interrupts_[event.processor]; interrupt.depth++ == 0) interrupt.what = event.text;
        return;
      case TraceKind::End:
        if (const auto interrupt = interrupts_.find(event.processor);
            interrupt != interrupts_.end() && --interrupt->second.depth <= 0)
          interrupts_.erase(interrupt);
        return;
      case TraceKind::PageFault:
        if (event.thread != wait_.thread) return;
        has_faulted_ = true;
        if (event.at + kLongestSpin >= wait_.due) in_page_fault_ = true;
        return;
      case TraceKind::IdleEnter:
        idle_[event.processor] = true;
        return;
      case TraceKind::IdleExit:
        idle_[event.processor] = false;
        return;
      case TraceKind::Mark:
        if (event.thread == wait_.thread) end_page_fault();
        return;
    }
  }

  void end_page_fault() { has_faulted_ = in_page_fault_ = false; }

  void take_switch(const TraceEvent& event) {
    // No switch happens within an interrupt: if one is open here, the trace has lost its end.
    interrupts_.erase(event.processor);
    if (event.from_thread == wait_.thread) priority_ = event.from_priority;
    if (event.to_thread == wait_.thread) priority_ = event.to_priority;
    if (event.from_thread == wait_.thread) {
      processor_ = event.processor;
      // A fault that waits for the disk may have begun long before.
      in_page_fault_ = (in_page_fault_ && !event.is_ready) || (has_faulted_ && event.is_uninterruptible);
      state_ = event.is_ready ? State::Ready : State::Sleeping;
      running_thread_ = event.to;
      ready_cause_ = is_throttled(event) ? Cause::Throttled : Cause::Preempted;
      if (ready_cause_ == Cause::Throttled) running_thread_.clear();
      // Waiting for the page belongs to the fault.
      if (in_page_fault_) {
        state_ = State::Ready;
        ready_cause_ = Cause::PageFault;
        running_thread_.clear();
      }
    } else if (event.to_thread == wait_.thread) {
      if (state_ == State::Woken)
        add(delay_cause(event), is_idle_thread(event.from_thread) ? "" : event.from, wakeup_delay_);
      wakeup_delay_ = 0ns;
      if (state_ == State::Sleeping) attribute_sleep();
      state_ = State::Running;
      processor_ = event.processor;
    }
  }

  /// Whether a ready thread lost the processor although no more urgent thread took it.
  static bool is_throttled(const TraceEvent& event) {
    if (is_idle_thread(event.to_thread)) return true;
    return event.from_priority < kFirstOrdinaryPriority && event.to_priority > event.from_priority;
  }

  /// Why a woken thread did not run at once, by the thread that had the processor until then.
  static Cause delay_cause(const TraceEvent& event) {
    if (is_idle_thread(event.from_thread)) return Cause::IdleExit;
    const bool is_less_urgent =
        event.to_priority < kFirstOrdinaryPriority && event.from_priority > event.to_priority;
    return is_less_urgent ? Cause::HeldUp : Cause::Preempted;
  }

  struct Interrupt {
    std::string what{};
    int depth = 0;
  };

  const Wait& wait_;
  TimePoint attributed_until_;
  State state_ = State::Running;
  unsigned processor_ = 0;
  int priority_ = 0;
  std::string running_thread_;  ///< name of the thread that runs while this one is ready
  Cause ready_cause_ = Cause::Preempted;
  Duration wakeup_delay_{0};
  Duration sleep_time_{0};
  bool slept_on_idle_processor_ = false;
  bool has_faulted_ = false;  ///< since the last event that shows progress of the thread
  bool in_page_fault_ = false;
  TimePoint earliest_{};
  TimePoint latest_{};
  std::map<unsigned, Interrupt> interrupts_;
  std::map<unsigned, bool> idle_;
  Shares shares_;
};

/// The value of "key=NUMBER" as a point in time.
std::optional<TimePoint> time_value(std::string_view text, std::string_view key) {
  const std::size_t found = text.find(key);
  if (found == std::string_view::npos) return std::nullopt;
  text.remove_prefix(found + key.size());
  std::int64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{} || value < 0 ||
      value > kLatestNs)
    return std::nullopt;
  return TimePoint(Duration(value));
}

std::optional<Wait> wait_from(const TraceEvent& mark) {
  const auto due = time_value(mark.text, "due="), called = time_value(mark.text, "called="),
             woke = time_value(mark.text, "woke=");
  if (!due || !called || !woke || *woke <= *due || *woke - *due > kEventsKeptFor) return std::nullopt;
  return Wait{mark.thread, *due, *called, *woke};
}

}  // namespace

std::string_view to_string(Cause cause) noexcept {
  switch (cause) {
    case Cause::Preempted:
      return "preempted";
    case Cause::HeldUp:
      return "held up";
    case Cause::Throttled:
      return "throttled";
    case Cause::Interrupt:
      return "interrupt";
    case Cause::PageFault:
      return "page fault";
    case Cause::TimerSlack:
      return "timer slack";
    case Cause::IdleExit:
      return "idle exit";
    case Cause::Work:
      return "own work";
    case Cause::Producer:
      return "producer late";
    case Cause::Outside:
      return "outside";
    case Cause::Unknown:
      return "unknown";
  }
  return "unknown";
}

void apply_quota(LateTick& tick, Duration stopped) noexcept {
  if (!tick.is_ordinary || tick.cause != Cause::Preempted || stopped < tick.share / 2) return;
  tick.cause = Cause::Throttled;
  tick.detail = "quota";
}

LateTick explain(const Wait& wait, const std::vector<TraceEvent>& events) {
  DelayAttribution attribution(wait);
  const Shares shares = attribution.attribute(events);
  LateTick tick{.due = wait.due, .late = wait.woke - wait.due, .cause = Cause::Unknown, .thread = wait.thread};
  tick.is_ordinary = attribution.is_ordinary();
  for (const auto& [cause, time] : shares) {
    if (time <= tick.share) continue;
    tick.cause = cause.first;
    tick.detail = cause.second;
    tick.share = time;
  }
  return tick;
}

std::optional<int> LateTickFinder::add(TraceEvent event) {
  const bool is_mark = event.kind == TraceKind::Mark;
  if (is_mark) read_mark(event);
  const auto thread =
      is_mark && event.text.starts_with("idn_thread") ? std::optional(event.thread) : std::nullopt;
  const TimePoint now = event.at;
  events_.push_back(std::move(event));
  drop_before(now - kEventsKeptFor);
  return thread;
}

void LateTickFinder::read_mark(const TraceEvent& mark) {
  if (mark.text.starts_with("idn_starved")) {
    found_.push_back({.due = mark.at, .cause = Cause::Producer});
  } else if (mark.text.starts_with("idn_late")) {
    const auto wait = wait_from(mark);
    if (!wait) return;
    found_.push_back(explain(*wait, events_));
    if (wait->due < lost_until_) found_.back().cause = Cause::Unknown;
  }
}

/// Not at every event, since dropping moves all that are kept.
void LateTickFinder::drop_before(TimePoint time) {
  if (events_.size() < kMostEvents && (events_.size() % 4096 != 0 || events_.front().at >= time)) return;
  const auto first = std::ranges::find_if(events_, [&](const TraceEvent& event) { return event.at >= time; });
  const auto most = events_.end() - static_cast<std::ptrdiff_t>(std::min(events_.size(), kMostEvents / 2));
  events_.erase(events_.begin(), events_.size() >= kMostEvents ? std::max(first, most) : first);
}

}  // namespace idn::sender::doctor
