// SPDX-License-Identifier: MIT
#include "idn/io/stream_loop.hpp"

#include <algorithm>

namespace idn::io {

void StreamLoop::add(stream::SenderSession& session, Transport& net, DriverStats& stats) {
  entries_.push_back({kNever, &session, &net, &stats});
}

void StreamLoop::add(SharedSocket& socket) {
  sockets_.push_back(&socket);
}

void StreamLoop::add(SocketPool& pool) {
  pools_.push_back(&pool);
}

void StreamLoop::start(TimePoint now) noexcept {
  const std::size_t phases = std::clamp<std::size_t>(entries_.size() / kGroup, 1, kMaxPhases);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    const auto phase = static_cast<std::int64_t>(i % phases);
    entry.session->start(now + entry.session->tick_duration() * phase / static_cast<std::int64_t>(phases));
    entry.wake_up = entry.session->next_deadline() - lead_;
  }
}

bool StreamLoop::step(Clock& clock) noexcept {
  if (entries_.empty()) return false;
  clock.wait_until(std::ranges::min_element(entries_, {}, &Entry::wake_up)->wake_up);
  const TimePoint now = clock.now();
  for (Entry& entry : entries_) {
    if (entry.wake_up > now) continue;
    serve(*entry.session, clock, *entry.net, *entry.stats, lead_);
    entry.wake_up = next_wake_up(*entry.session, now, lead_);
  }
  for (SharedSocket* socket : sockets_) socket->flush();
  for (SocketPool* pool : pools_) pool->flush();
  std::erase_if(entries_, [](const Entry& entry) { return entry.session->is_done(); });
  return !entries_.empty();
}

void StreamLoop::stop() noexcept {
  for (const Entry& entry : entries_) entry.session->stop();
}

void StreamLoop::close() noexcept {
  for (const Entry& entry : entries_) entry.session->close();
}

bool run(StreamLoop& loop, SystemClock& clock, RealtimeScope* scope, const std::stop_token& stop) noexcept {
  bool stepped_down = false;
  loop.start(clock.now());
  while (loop.step(clock)) {
    if (stop.stop_requested()) loop.stop();
    if (scope != nullptr && !stepped_down && clock.is_overloaded()) {
      stepped_down = true;
      scope->yield_priority();
    }
  }
  return stepped_down;
}

}  // namespace idn::io
