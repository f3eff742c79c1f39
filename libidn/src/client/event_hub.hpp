// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "idn/client/engine.hpp"
#include "idn/stop_token.hpp"

namespace idn::client {

/// Queue of the events of all sources. Sources are polled by the thread that asks for events, so tick threads
/// have no part in it.
/// Threads: any but tick threads.
class EventHub {
 public:
  /// Polls a source: appends what has changed since the last call. Never called by two threads at once.
  using Look = std::function<void(TimePoint now, std::vector<Event>& changes)>;
  using Id = std::uint64_t;
  /// Capacity of the queue; when it is full, the oldest event is dropped.
  static constexpr std::size_t kMost = 4096;

  Id add(Look look);
  /// Polls the source a last time and removes it.
  void remove(Id source);
  /// The next queued event, if any; polls all sources first if none is queued.
  std::optional<Event> poll();
  /// Blocks for `time`, or without any source until one is added; until `stop` is requested at most.
  void wait(const stop_token& stop, Duration time);

 private:
  void take(const Look& look, TimePoint now);

  std::mutex mutex_;
  condition_variable_any has_source_;
  std::map<Id, Look> sources_;
  std::deque<Event> waiting_;
  Id next_ = 0;
};

}  // namespace idn::client
