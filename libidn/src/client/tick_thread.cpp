// SPDX-License-Identifier: MIT
#include "client/tick_thread.hpp"

namespace idn::client {
namespace {

std::optional<unsigned> processor_of(const EngineOptions& options, std::size_t thread) {
  if (options.processors.empty()) return std::nullopt;
  return options.processors[thread % options.processors.size()];
}

}  // namespace

TickThread::TickThread(const EngineOptions& options, std::size_t index, std::size_t together)
    : options_(options),
      index_(index),
      sockets_(together),
      loop_(options.kernel_pacing ? EngineOptions::kKernelLead : Duration{0}) {
  if (options.manual) {
    own_clock_.emplace(io::WaitMode::Sleep);
    started_.set();
  } else {
    status_.wait = options.wait;
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }
}

TickThread::~TickThread() {
  thread_.request_stop();
  arrivals_.set();
}

bool TickThread::attach(io::AttachedStream& stream) noexcept {
  if (!loop_.attach(stream)) return false;
  arrivals_.set();
  return true;
}

void TickThread::withdraw(io::AttachedStream& stream) noexcept {
  if (std::erase(added_, &stream) > 0) stream.cancel();
}

void TickThread::begin() {
  beginning_ = std::exchange(added_, {});
  if (own_clock_) return begin_added(own_clock_->now());
  begins_.store(true, std::memory_order_release);
  arrivals_.set();
}

void TickThread::begin_added(TimePoint now) {
  if (beginning_.empty()) return;
  for (io::AttachedStream* const stream : beginning_) loop_.add(*stream);
  loop_.add(sockets_);
  loop_.start(now);
}

void TickThread::run(const std::stop_token& stop) {
  std::optional<io::RealtimeScope> scope;
  // With WaitMode::Spin no real-time priority: the system would throttle a real-time thread that never sleeps.
  if (options_.realtime)
    scope.emplace(io::RealtimeOptions{.priority = options_.wait != io::WaitMode::Spin,
                                      .lock_memory = options_.lock_memory,
                                      .processor = processor_of(options_, index_)});
  io::MonotonicClock clock(options_.wait, io::SpinHint::Pause, options_.cpu_budget);
  const auto watch = TickWatch::open(clock);
  {
    const std::lock_guard lock(mutex_);
    status_.guard = clock.guard();
    if (scope) status_.grants = scope->grants();
  }
  started_.set();
  while (!stop.stop_requested()) {
    if (begins_.exchange(false, std::memory_order_acquire)) begin_added(clock.now());
    if (loop_.attached() > 0) run_streams(clock, scope ? &*scope : nullptr, watch.get());
    if (!stop.stop_requested()) arrivals_.wait();
  }
}

/// Returns when the last stream has ended.
void TickThread::run_streams(io::MonotonicClock& clock, io::RealtimeScope* scope, TickWatch* watch) {
  const TimePoint begun = clock.now();
  const Duration used_before = io::thread_cpu_time();
  io::Clock& watched = watch != nullptr ? static_cast<io::Clock&>(*watch) : clock;
  while (loop_.step(watched)) {
    if (watch != nullptr) watch->on_missing_samples(loop_.starved_samples());
    if (scope != nullptr && clock.is_overloaded() && !stepped_down_.load(std::memory_order_relaxed)) {
      stepped_down_.store(true, std::memory_order_relaxed);
      scope->yield_priority();
    }
  }
  processor_time_.set(processor_time_.value() + io::thread_cpu_time() - used_before);
  active_time_.set(active_time_.value() + (clock.now() - begun));
  {
    const std::lock_guard lock(mutex_);
    status_.guard = clock.guard();
  }
  if (options_.on_idle) options_.on_idle();
}

void TickThread::close_streams() noexcept {
  loop_.request_close();
  for (io::AttachedStream* const stream : std::exchange(added_, {})) stream->cancel();
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
  const std::lock_guard lock(mutex_);
  TickThreadStatus status = status_;
  status.stepped_down = stepped_down_.load(std::memory_order_relaxed);
  status.devices = streams();
  status.processor_time = processor_time_.value();
  status.active_time = active_time_.value();
  status.pacing = sockets_.pacing();
  status.late_in_kernel = sockets_.late_in_kernel();
  return status;
}

}  // namespace idn::client
