// SPDX-License-Identifier: MIT
#include "io/send/unit_follower.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "io/find/unit_search.hpp"
#include "io/platform/thread_setup.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using stream::UnitEvent;

/// Period at which the counters of the streams are read.
constexpr auto kCounterInterval = 50ms;
/// Longest wait for a stream to switch: an idle one wakes up several times in that.
constexpr auto kLongestSwitch = 1s;

DiscoveryOptions search_of(std::vector<Endpoint> addresses, bool everybody) {
  DiscoveryOptions options{.broadcast = everybody};
  options.search.addresses = std::move(addresses);
  options.search.round = everybody ? 300ms : 150ms;
  options.search.searches = 2;
  options.search.search_interval = everybody ? 100ms : 50ms;
  options.search.tries = everybody ? 2 : 0;
  options.search.retry_interval = 100ms;
  return options;
}

/// A stream that is followed. The searching thread holds the lock while it uses the stream.
struct Follower {
  Follower(const FollowedStream& followed, UnitFollower::OnEvent call, TimePoint now)
      : stream(followed),
        on_event(std::move(call)),
        track(stream.unit, stream.at, now),
        refusals(stream.network.send_errors.value()) {}

  void take_events() {
    if (const TimePoint answered = stream.session.answered_at.value(); answered != TimePoint{})
      track.on_answer(answered);
    if (std::exchange(refusals, stream.network.send_errors.value()) != refusals)
      track.on_refusal(monotonic_now());
  }

  std::mutex in_use;
  bool is_removed = false;
  FollowedStream stream;
  UnitFollower::OnEvent on_event;
  stream::UnitTracker track;
  std::uint64_t refusals;
  std::atomic<bool> is_missing{false};
};

using Followers = std::vector<std::shared_ptr<Follower>>;

}  // namespace

struct UnitFollower::State {
  void run(const stop_token& stop) {
    while (wait_for_round(stop)) {
      const Followers searched = all();
      const TimePoint begun = monotonic_now();
      const auto report = UnitSearch(next_search(searched)).run_round(stop);
      if (stop.stop_requested()) return;
      for (const auto& follower : searched) judge(*follower, report.found, begun, stop);
    }
  }

  Followers all() const {
    const std::lock_guard lock(mutex);
    Followers every;
    for (const auto& [id, follower] : followers) every.push_back(follower);
    return every;
  }

  /// False on a stop request.
  bool wait_for_round(const stop_token& stop) {
    while (!stop.stop_requested()) {
      const Followers every = all();
      const TimePoint now = monotonic_now();
      const auto is_due = [now](const auto& follower) {
        const std::lock_guard lock(follower->in_use);
        if (!follower->is_removed) follower->take_events();
        return follower->track.next_round() <= now;
      };
      if (std::ranges::any_of(every, is_due)) return true;
      std::unique_lock lock(mutex);
      if (followers.empty())
        wake_up.wait(lock, stop, [this] { return !followers.empty(); });
      else
        wake_up.wait_for(lock, stop, kCounterInterval, [] { return false; });
    }
    return false;
  }

  static DiscoveryOptions next_search(const Followers& searched) {
    std::vector<Endpoint> addresses;
    addresses.reserve(searched.size());
    for (const auto& follower : searched) addresses.push_back(follower->track.endpoint());
    return search_of(std::move(addresses),
                     std::ranges::any_of(searched, [](const auto& f) { return f->track.wants_search(); }));
  }

  void judge(Follower& follower, const stream::UnitList& found, TimePoint begun, const stop_token& stop) {
    const std::lock_guard lock(follower.in_use);
    if (follower.is_removed) return;
    follower.take_events();
    auto event = follower.track.on_round(found, begun, monotonic_now());
    follower.is_missing.store(follower.track.is_missing(), std::memory_order_relaxed);
    if (!event) return;
    if (event->kind == UnitEvent::Kind::Displaced) follower.stream.link.retarget(Endpoint::ipv4(0, 0));
    if (event->kind == UnitEvent::Kind::Moved && !move(follower, *event, stop)) return;
    follower.on_event(*event);
  }

  /// False if the stream has not switched within kLongestSwitch, as after its end, or on a stop request.
  bool move(Follower& follower, UnitEvent& event, const stop_token& stop) {
    const auto& session = follower.stream.session;
    const auto before = session.retargets.value();
    follower.stream.link.retarget(event.to);
    const TimePoint deadline = monotonic_now() + kLongestSwitch;
    while (session.retargets.value() == before) {
      if (stop.stop_requested() || monotonic_now() > deadline) return false;
      pause(1ms, stop);
    }
    event.dark = std::max(Duration{0}, session.retargeted_at.value() - event.last_seen);
    return true;
  }

  void pause(Duration time, const stop_token& stop) {
    std::unique_lock lock(mutex);
    wake_up.wait_for(lock, stop, time, [] { return false; });
  }

  mutable std::mutex mutex;  ///< protects `followers` and `next_id`
  condition_variable_any wake_up;
  std::map<Id, std::shared_ptr<Follower>> followers;
  Id next_id = 0;
  jthread thread;  ///< last: it uses all the others
};

UnitFollower::UnitFollower() : state_(std::make_unique<State>()) {
  state_->thread = jthread([state = state_.get()](const stop_token& stop) {
    platform::set_up_thread("idn follower");
    state->run(stop);
  });
}

UnitFollower::~UnitFollower() = default;

UnitFollower::Id UnitFollower::add(const FollowedStream& stream, OnEvent on_event) {
  const std::lock_guard lock(state_->mutex);
  state_->followers.emplace(state_->next_id,
                            std::make_shared<Follower>(stream, std::move(on_event), monotonic_now()));
  state_->wake_up.notify_all();
  return state_->next_id++;
}

void UnitFollower::remove(Id stream) {
  std::shared_ptr<Follower> removed;
  {
    const std::lock_guard lock(state_->mutex);
    const auto found = state_->followers.find(stream);
    if (found == state_->followers.end()) return;
    removed = std::move(found->second);
    state_->followers.erase(found);
  }
  const std::lock_guard lock(removed->in_use);
  removed->is_removed = true;
}

bool UnitFollower::is_missing(Id stream) const {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->followers.find(stream);
  return found != state_->followers.end() && found->second->is_missing.load(std::memory_order_relaxed);
}

}  // namespace idn::io
