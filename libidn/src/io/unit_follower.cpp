// SPDX-License-Identifier: MIT
#include "idn/io/unit_follower.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "idn/io/now.hpp"
#include "io/unit_search.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;
using stream::UnitEvent;

/// How often the streams' own counters are looked at.
constexpr auto kNewsInterval = 50ms;
/// How long a stream is waited for to go over: an idle one wakes up several times in that.
constexpr auto kLongestTakeover = 1s;

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

/// A stream as this thread sees it.
struct Follower {
  Follower(const FollowedStream& followed, TimePoint now)
      : stream(followed), track(stream.unit, stream.at, now), refusals(stream.network.send_errors.value()) {}

  void take_news() {
    if (const TimePoint answered = stream.session.answered_at.value(); answered != TimePoint{})
      track.on_answer(answered);
    if (std::exchange(refusals, stream.network.send_errors.value()) != refusals)
      track.on_refusal(monotonic_now());
  }

  FollowedStream stream;
  stream::UnitTrack track;
  std::uint64_t refusals;
  std::atomic<bool> is_missing{false};
};

}  // namespace

struct UnitFollower::State {
  State(const std::vector<FollowedStream>& streams, OnEvent call) : on_event(std::move(call)) {
    for (const FollowedStream& stream : streams) followers.emplace_back(stream, monotonic_now());
  }

  void run(const std::stop_token& stop) {
    while (wait_for_round(stop)) {
      const TimePoint begun = monotonic_now();
      const auto report = UnitSearch(next_search()).run_round(stop);
      if (stop.stop_requested()) return;
      for (std::size_t i = 0; i < followers.size(); ++i) judge(i, report.found, begun, stop);
    }
  }

  /// False when there is to be none.
  bool wait_for_round(const std::stop_token& stop) {
    for (; !stop.stop_requested(); pause(kNewsInterval, stop)) {
      for (Follower& follower : followers) follower.take_news();
      const TimePoint now = monotonic_now();
      if (std::ranges::any_of(followers, [&](const Follower& f) { return f.track.next_round() <= now; }))
        return true;
    }
    return false;
  }

  DiscoveryOptions next_search() const {
    std::vector<Endpoint> addresses;
    addresses.reserve(followers.size());
    for (const Follower& follower : followers) addresses.push_back(follower.track.endpoint());
    return search_of(std::move(addresses),
                     std::ranges::any_of(followers, [](const Follower& f) { return f.track.wants_search(); }));
  }

  void judge(std::size_t index, const stream::UnitList& found, TimePoint begun, const std::stop_token& stop) {
    Follower& follower = followers[index];
    follower.take_news();
    auto event = follower.track.on_round(found, begun, monotonic_now());
    follower.is_missing.store(follower.track.is_missing(), std::memory_order_relaxed);
    if (!event) return;
    if (event->kind == UnitEvent::Kind::Displaced) follower.stream.link.retarget(Endpoint::ipv4(0, 0));
    if (event->kind == UnitEvent::Kind::Moved && !move(follower, *event, stop)) return;
    on_event(index, *event);
  }

  /// False where the stream has ended meanwhile.
  bool move(Follower& follower, UnitEvent& event, const std::stop_token& stop) {
    const auto& session = follower.stream.session;
    const auto before = session.retargets.value();
    follower.stream.link.retarget(event.to);
    const TimePoint deadline = monotonic_now() + kLongestTakeover;
    while (session.retargets.value() == before) {
      if (stop.stop_requested() || monotonic_now() > deadline) return false;
      pause(1ms, stop);
    }
    event.dark = std::max(Duration{0}, session.retargeted_at.value() - event.last_seen);
    return true;
  }

  void pause(Duration time, const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    wake_up.wait_for(lock, stop, time, [] { return false; });
  }

  std::deque<Follower> followers;
  OnEvent on_event;
  std::mutex mutex;
  std::condition_variable_any wake_up;
  std::jthread thread;  // last: it uses all the others
};

UnitFollower::UnitFollower(const std::vector<FollowedStream>& streams, OnEvent on_event)
    : state_(std::make_unique<State>(streams, std::move(on_event))) {
  state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

UnitFollower::~UnitFollower() = default;

bool UnitFollower::is_missing(std::size_t stream) const noexcept {
  return state_->followers[stream].is_missing.load(std::memory_order_relaxed);
}

}  // namespace idn::io
