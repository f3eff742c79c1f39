// SPDX-License-Identifier: MIT
#include "client/event_hub.hpp"

#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::client {

EventHub::Id EventHub::add(Look look) {
  const std::lock_guard lock(mutex_);
  sources_.emplace(next_, std::move(look));
  has_source_.notify_all();
  return next_++;
}

void EventHub::remove(Id source) {
  const std::lock_guard lock(mutex_);
  const auto found = sources_.find(source);
  if (found == sources_.end()) return;
  take(found->second, io::monotonic_now());
  sources_.erase(found);
}

std::optional<Event> EventHub::poll() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty())
    for (const auto& [id, look] : sources_) take(look, io::monotonic_now());
  if (waiting_.empty()) return std::nullopt;
  Event next = std::move(waiting_.front());
  waiting_.pop_front();
  return next;
}

void EventHub::wait(const stop_token& stop, Duration time) {
  std::unique_lock lock(mutex_);
  if (sources_.empty() && waiting_.empty())
    has_source_.wait(lock, stop, [this] { return !sources_.empty() || !waiting_.empty(); });
  else
    has_source_.wait_for(lock, stop, time, [] { return false; });
}

void EventHub::take(const Look& look, TimePoint now) {
  std::vector<Event> changes;
  look(now, changes);
  for (Event& change : changes) {
    if (waiting_.size() == kMost) waiting_.pop_front();
    waiting_.push_back(std::move(change));
  }
}

}  // namespace idn::client
