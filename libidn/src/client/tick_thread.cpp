// SPDX-License-Identifier: MIT
#include "client/tick_thread.hpp"

namespace idn::client {

TickThread::TickThread(const EngineOptions& options, std::size_t index) : options_(options), index_(index) {
  if (options.manual)
    own_clock_.emplace(io::WaitMode::Sleep);
  else
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

TickThread::~TickThread() {
  thread_.request_stop();
  arrivals_.fetch_add(1, std::memory_order_release);
  arrivals_.notify_one();
}

bool TickThread::attach(io::LoopStream& stream) noexcept {
  if (!loop_.attach(stream)) return false;
  arrivals_.fetch_add(1, std::memory_order_release);
  arrivals_.notify_one();
  return true;
}

void TickThread::run(const std::stop_token& stop) {
  std::optional<io::RealtimeScope> scope;
  if (options_.realtime) {
    io::RealtimeOptions wanted{.priority = options_.wait != io::WaitMode::Spin,
                               .lock_memory = options_.lock_memory};
    if (!options_.processors.empty())
      wanted.processor = options_.processors[index_ % options_.processors.size()];
    scope.emplace(wanted);
  }
  io::SystemClock clock(options_.wait);
  {
    const std::lock_guard lock(mutex_);
    status_.wait = options_.wait;
    status_.guard = clock.guard();
    if (scope) status_.grants = scope->grants();
  }
  while (!stop.stop_requested()) {
    const std::uint32_t arrivals = arrivals_.load(std::memory_order_acquire);
    while (loop_.step(clock)) {
      if (scope && clock.is_overloaded() && !stepped_down_.load(std::memory_order_relaxed)) {
        stepped_down_.store(true, std::memory_order_relaxed);
        scope->yield_priority();
      }
    }
    processor_time_.set(io::thread_cpu_time());
    if (!stop.stop_requested()) arrivals_.wait(arrivals, std::memory_order_acquire);
  }
}

void TickThread::close_streams() noexcept {
  loop_.request_close();
  arrivals_.fetch_add(1, std::memory_order_release);
  arrivals_.notify_one();
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
  return status;
}

}  // namespace idn::client
