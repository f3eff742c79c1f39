// SPDX-License-Identifier: MIT
#include "bench/machine/noise.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>

#include "idn/stop_token.hpp"

namespace idn::bench {
namespace {

std::vector<unsigned> allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<unsigned> cores;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (unsigned core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  return cores;
}

void pin_to(unsigned core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  pthread_setaffinity_np(pthread_self(), sizeof only, &only);
}

void watch(CoreNoise& noise, Duration time) {
  using Clock = std::chrono::steady_clock;
  pin_to(noise.core);
  const auto start = Clock::now();
  auto last = start;
  while (last - start < time) {
    const auto now = Clock::now();
    noise.add_gap(now - last);
    last = now;
  }
  noise.watched = last - start;
}

}  // namespace

void CoreNoise::add_gap(Duration gap) noexcept {
  if (gap <= kLimits.front()) return;
  for (std::size_t i = 0; i < kLimits.size(); ++i) gaps_over[i] += gap > kLimits[i] ? 1 : 0;
  longest = std::max(longest, gap);
  lost += gap;
}

std::vector<CoreNoise> watch_cores(Duration time) {
  std::vector<CoreNoise> cores;
  for (const unsigned core : allowed_cores()) cores.push_back({.core = core});
  std::vector<jthread> watchers;
  for (auto& noise : cores) watchers.emplace_back([&noise, time] { watch(noise, time); });
  watchers.clear();
  return cores;
}

}  // namespace idn::bench
