// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "idn/client/event.hpp"

namespace idn::client {

/// Where events come together. Sources are looked at when somebody asks, so no tick thread has to do with it.
/// Threads: any other.
class EventHub {
 public:
  /// Appends what has changed since the look before. One at a time.
  using Look = std::function<void(TimePoint now, std::vector<Event>& changes)>;
  using Id = std::uint64_t;
  /// Events that wait at most; older ones give way.
  static constexpr std::size_t kMost = 4096;

  Id add(Look look);
  /// Looks once more, and then never again.
  void remove(Id source);
  /// The next event, if there is any.
  std::optional<Event> poll();
  /// Until `time` has passed, or for as long as there is nothing to look at.
  void wait(const std::stop_token& stop, Duration time);

 private:
  void take(const Look& look, TimePoint now);

  std::mutex mutex_;
  std::condition_variable_any has_source_;
  std::map<Id, Look> sources_;
  std::deque<Event> waiting_;
  Id next_ = 0;
};

}  // namespace idn::client
