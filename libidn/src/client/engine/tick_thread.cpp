// SPDX-License-Identifier: MIT
#include "client/engine/tick_thread.hpp"

#include "idn/stop_token.hpp"
#include "io/platform/power.hpp"
#include "io/platform/thread_setup.hpp"

namespace idn::client {
namespace {

/// While the other thread serves.
constexpr auto kNap = std::chrono::microseconds(100);

/// For the calling thread; null if none are wanted. With WaitMode::Spin no real-time priority: the system would
/// throttle a real-time thread that never sleeps.
std::unique_ptr<io::RealtimeScope> request_realtime(const EngineOptions& options,
                                                    const std::vector<unsigned>& processors) {
  if (!options.realtime) return nullptr;
  return std::make_unique<io::RealtimeScope>(io::RealtimeOptions{.priority = options.wait != io::WaitMode::Spin,
                                                                 .lock_memory = options.expert.lock_memory,
                                                                 .processors = processors});
}

Placement place_here(const EngineOptions& options, std::size_t index) {
  return place(options, index, io::usable_processors(), io::platform::is_on_battery());
}

}  // namespace

struct TickThread::Tools {
  Tools(const EngineOptions& options, io::WaitMode wait, const std::vector<unsigned>& processors)
      : scope(request_realtime(options, processors)),
        clock(wait, io::SpinHint::Pause, options.expert.cpu_budget),
        watch(TickWatch::open(clock)) {}

  std::unique_ptr<io::RealtimeScope> scope;
  io::MonotonicClock clock;  ///< after `scope`, with which it measures how late this thread wakes
  std::unique_ptr<TickWatch> watch;
  bool has_stepped_down = false;
};

TickThread::TickThread(const EngineOptions& options, std::size_t index)
    : options_(options),
      placement_(place_here(options, index)),
      loop_(options.expert.kernel_pacing ? ExpertOptions::kKernelLead : Duration{0}) {
  if (options.manual) {
    own_clock_.emplace(io::WaitMode::Sleep);
    is_running_ = true;
    return;
  }
  status_.wait = placement_.wait;
  if (has_standby()) options_.expert.cpu_budget /= 2;
  thread_ = jthread([this](const stop_token& stop) { run(stop); });
  try {
    if (has_standby()) standby_ = jthread([this](const stop_token& stop) { run_standby(stop); });
  } catch (...) {
    request_stop();  // else the first thread would wait for ever, and its destructor for it
    throw;
  }
}

TickThread::~TickThread() {
  request_stop();
}

void TickThread::request_stop() noexcept {
  thread_.request_stop();
  standby_.request_stop();
  arrivals_.set();
  standby_begins_.set();
}

bool TickThread::attach(io::AttachedStream& stream) noexcept {
  if (!loop_.attach(stream)) return false;
  arrivals_.set();
  return true;
}

void TickThread::run(const stop_token& stop) {
  io::platform::set_up_thread("idn tick");
  Tools tools(options_, placement_.wait, placement_.own);
  {
    const std::lock_guard lock(mutex_);
    status_.guard = tools.clock.guard();
    if (tools.scope) status_.grants = tools.scope->grants();
    if (placement_.standby_grant) status_.grants.push_back(*placement_.standby_grant);
    is_running_ = true;
  }
  begun_.notify_all();
  while (!stop.stop_requested()) {
    if (loop_.attached() > 0) run_streams(tools);
    if (!stop.stop_requested()) arrivals_.wait();
  }
}

void TickThread::run_standby(const stop_token& stop) {
  io::platform::set_up_thread("idn standby");
  Tools tools(options_, placement_.wait, placement_.standby);
  while (!stop.stop_requested()) {
    standby_begins_.wait();
    serve_until_idle(tools, kStandbyDelay);
  }
}

/// Returns when the last stream has ended.
void TickThread::run_streams(Tools& tools) {
  const TimePoint begun = tools.clock.now();
  const Duration used_before = io::thread_cpu_time();
  if (has_standby()) {
    turn_.take(turn_.next()->number);  // the standby thread takes none until it gets the first one
    loop_.take_up(begun);
    turn_.hand_over(loop_.next_wake_up());
    standby_begins_.set();
    serve_until_idle(tools, Duration{0});
  } else {
    io::Clock& clock = tools.watch != nullptr ? static_cast<io::Clock&>(*tools.watch) : tools.clock;
    while (loop_.step(clock)) {
      if (tools.watch != nullptr) tools.watch->on_missing_samples(loop_.starved_samples());
      step_down_if_overloaded(tools);
    }
  }
  processor_time_.set(processor_time_.value() + io::thread_cpu_time() - used_before);
  active_time_.set(active_time_.value() + (tools.clock.now() - begun));
  {
    const std::lock_guard lock(mutex_);
    status_.guard = tools.clock.guard();
  }
  if (options_.expert.on_idle) options_.expert.on_idle();
}

/// Serves the wake-ups that the other thread does not take before. Returns when the last stream has ended.
void TickThread::serve_until_idle(Tools& tools, Duration delay) {
  const bool is_standby = delay > Duration{0};
  for (;;) {
    const auto wake_up = turn_.next();
    if (!wake_up) {
      std::this_thread::sleep_for(kNap);
      continue;
    }
    if (wake_up->due == kNever) return;
    const bool served = serve_in_turn(turn_, *wake_up, loop_, tools.clock, tools.watch.get(), delay);
    if (is_standby) standby_time_.set(io::thread_cpu_time());
    if (is_standby && served) standby_wake_ups_.add();
    if (served) step_down_if_overloaded(tools);
  }
}

void TickThread::step_down_if_overloaded(Tools& tools) {
  if (tools.scope == nullptr || !tools.clock.is_overloaded() || tools.has_stepped_down) return;
  tools.has_stepped_down = true;
  stepped_down_.store(true, std::memory_order_relaxed);
  tools.scope->yield_priority();
}

void TickThread::close_streams() noexcept {
  loop_.request_close();
  arrivals_.set();
}

/// Uses a clock of its own, since that of the tick thread was on the stack of that thread.
void TickThread::close_abandoned(TimePoint until) noexcept try {
  io::MonotonicClock clock(io::WaitMode::Sleep);
  loop_.close_abandoned(clock, until);
} catch (...) {
  return;  // out of memory: the receiver notices by its link time-out
}

TimePoint TickThread::drive() {
  loop_.take_up(own_clock_->now());
  loop_.serve_due(*own_clock_);
  return loop_.next_wake_up();
}

TickThreadStatus TickThread::status() const {
  std::unique_lock lock(mutex_);
  begun_.wait(lock, [this] { return is_running_; });
  TickThreadStatus status = status_;
  status.stepped_down = stepped_down_.load(std::memory_order_relaxed);
  status.devices = streams();
  status.processor_time = processor_time_.value() + standby_time_.value();
  if (has_standby()) status.standby_wake_ups = standby_wake_ups_.value();
  status.active_time = active_time_.value();
  return status;
}

}  // namespace idn::client
