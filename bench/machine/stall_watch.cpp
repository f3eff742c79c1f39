// SPDX-License-Identifier: MIT
#include "bench/machine/stall_watch.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <iterator>

#include "idn/io/now.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/stop_token.hpp"

namespace idn::bench {
namespace {

constexpr Duration kPeriod = std::chrono::microseconds(500);

void bind_to(unsigned core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  pthread_setaffinity_np(pthread_self(), sizeof only, &only);
}

}  // namespace

StallWatch::StallWatch() {
  const auto cores = io::usable_processors();
  watchers_ = std::vector<Watcher>(2 * cores.size());
  for (std::size_t i = 0; i < watchers_.size(); ++i)
    watchers_[i].thread = jthread([this, i, core = cores[i / 2]](const stop_token& stop) {
      watch(watchers_[i], core, i % 2 == 1, stop);
    });
}

void StallWatch::watch(Watcher& watcher, unsigned core, bool realtime, const stop_token& stop) {
  bind_to(core);
  io::RealtimeScope scope({.priority = realtime});
  for (auto next = std::chrono::steady_clock::now(); !stop.stop_requested(); next += kPeriod) {
    std::this_thread::sleep_until(next);
    const Instant now = io::now();
    const auto late = std::chrono::duration_cast<Duration>(now.at.time_since_epoch() - next.time_since_epoch());
    if (late <= kLimit) continue;
    watcher.stalls.push_back({now.since_1970 - late, now.since_1970, core, realtime});
    next = std::chrono::steady_clock::now();
  }
}

std::vector<Stall> StallWatch::finish() {
  std::vector<Stall> all;
  for (Watcher& watcher : watchers_) watcher.thread.request_stop();
  for (Watcher& watcher : watchers_) {
    watcher.thread.join();
    all.insert(all.end(), watcher.stalls.begin(), watcher.stalls.end());
  }
  std::ranges::sort(all, {}, &Stall::begin);
  return all;
}

std::vector<Stall> of_realtime(const std::vector<Stall>& stalls) {
  std::vector<Stall> chosen;
  std::ranges::copy_if(stalls, std::back_inserter(chosen), &Stall::is_realtime);
  return chosen;
}

double stalled_share(const std::vector<Stall>& stalls, Duration from, Duration until) noexcept {
  Duration stalled{};
  Duration counted = from;  // stalls are counted up to here
  for (const Stall& stall : stalls) {
    const Duration begin = std::max(stall.begin, counted);
    const Duration end = std::min(stall.end, until);
    if (end <= begin) continue;
    stalled += end - begin;
    counted = end;
  }
  return until > from ? static_cast<double>(stalled.count()) / static_cast<double>((until - from).count()) : 0;
}

}  // namespace idn::bench
