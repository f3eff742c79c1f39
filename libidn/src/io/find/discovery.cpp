// SPDX-License-Identifier: MIT
#include "idn/io/find/discovery.hpp"

#include <mutex>
#include <utility>

#include "idn/stop_token.hpp"
#include "io/find/unit_search.hpp"
#include "io/platform/thread_setup.hpp"

namespace idn::io {

DiscoveryReport discover(const DiscoveryOptions& options) {
  return UnitSearch(options).run_round({});
}

struct UnitWatcher::State {
  State(DiscoveryOptions options, OnRound call, Duration every)
      : search(std::move(options)), on_round(std::move(call)), interval(every) {}

  void run(const stop_token& stop) {
    auto next = std::chrono::steady_clock::now();
    while (!stop.stop_requested()) {
      auto report = std::make_shared<const DiscoveryReport>(search.run_round(stop));
      if (stop.stop_requested()) return;
      publish(report);
      if (on_round) on_round(*report);
      next = std::max(next + std::chrono::duration_cast<std::chrono::steady_clock::duration>(interval),
                      std::chrono::steady_clock::now());
      std::unique_lock lock(mutex);
      pause.wait_until(lock, stop, next, [this] { return is_wanted; });
      if (std::exchange(is_wanted, false)) next = std::chrono::steady_clock::now();
    }
  }

  void publish(std::shared_ptr<const DiscoveryReport> report) {
    const std::lock_guard lock(mutex);
    latest = std::move(report);
  }

  UnitSearch search;
  OnRound on_round;
  Duration interval;
  mutable std::mutex mutex;
  condition_variable_any pause;
  bool is_wanted = false;  ///< search_now() was called
  std::shared_ptr<const DiscoveryReport> latest = std::make_shared<const DiscoveryReport>();
  jthread thread;  // last: it uses all the others
};

UnitWatcher::UnitWatcher(DiscoveryOptions options, OnRound on_round, Duration interval)
    : state_(std::make_unique<State>(std::move(options), std::move(on_round), interval)) {
  state_->thread = jthread([state = state_.get()](const stop_token& stop) {
    platform::set_up_thread("idn search");
    state->run(stop);
  });
}

UnitWatcher::~UnitWatcher() = default;

void UnitWatcher::search_now() {
  const std::lock_guard lock(state_->mutex);
  state_->is_wanted = true;
  state_->pause.notify_all();
}

std::shared_ptr<const DiscoveryReport> UnitWatcher::latest() const {
  const std::lock_guard lock(state_->mutex);
  return state_->latest;
}

}  // namespace idn::io
