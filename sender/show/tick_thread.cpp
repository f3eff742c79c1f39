// SPDX-License-Identifier: MIT
#include "sender/show/tick_thread.hpp"

namespace idn::sender {

void TickThread::add(Projector& projector) {
  loop_.add(projector.session(), projector.transport(), projector.network());
  sessions_.push_back(&projector.session());
}

void TickThread::start(const std::function<void(const Waiting&)>& on_start,
                       const std::function<void()>& on_end) {
  thread_ = std::jthread([this, on_start, on_end] {
    run(on_start);
    on_end();
  });
}

void TickThread::stop() noexcept {
  for (stream::SenderSession* const session : sessions_) session->close();
}

void TickThread::run(const std::function<void(const Waiting&)>& on_start) {
  std::optional<io::RealtimeScope> scope;
  // A thread that never sleeps would be throttled by the real-time class it asked for.
  if (!options_.no_realtime)
    scope.emplace(io::RealtimeOptions{
        .priority = options_.wait != io::WaitMode::Spin, .lock_memory = true, .processor = processor_});
  io::SystemClock clock(options_.wait);
  waiting_.mode = options_.wait;
  waiting_.pacing = sockets_.pacing();
  waiting_.guard = clock.guard();
  if (scope) waiting_.grants = scope->grants();
  on_start(waiting_);

  loop_.add(sockets_);
  const TimePoint begun = clock.now();
  const Duration used_before = io::thread_cpu_time();
  waiting_.stepped_down = io::run(loop_, clock, scope ? &*scope : nullptr, {});
  const Duration used = io::thread_cpu_time() - used_before;
  waiting_.processor_share =
      static_cast<double>(used.count()) / static_cast<double>((clock.now() - begun).count());
  waiting_.guard = clock.guard();
  waiting_.late_in_kernel = sockets_.late_in_kernel();
}

}  // namespace idn::sender
