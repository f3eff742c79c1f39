// SPDX-License-Identifier: MIT
#include "sender/timers/oversleep.hpp"

#include <algorithm>

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

constexpr Duration kWait = 1ms;
constexpr std::size_t kWaits = 300;
constexpr Duration kTimePerRow = 600ms;
constexpr int kReadings = 100'000;

}  // namespace

Oversleep summarise(std::vector<Duration> late) {
  if (late.empty()) return {};
  std::ranges::sort(late);
  const auto permille = [&](std::size_t share) { return late[(late.size() * share + 999) / 1000 - 1]; };
  return {late.size(), permille(500), permille(900), permille(990), permille(999), late.back()};
}

Oversleep measure_waits(io::Clock& clock) {
  std::vector<Duration> late;
  late.reserve(kWaits);
  const TimePoint end = clock.now() + kTimePerRow;
  while (late.size() < kWaits && clock.now() < end) {
    const TimePoint deadline = clock.now() + kWait;
    clock.wait_until(deadline);
    late.push_back(clock.now() - deadline);
  }
  return summarise(std::move(late));
}

Duration clock_granularity(io::Clock& clock) {
  Duration smallest = Duration::max();
  TimePoint before = clock.now();
  for (int i = 0; i < kReadings; ++i) {
    const TimePoint time = clock.now();
    if (time > before) smallest = std::min(smallest, time - before);
    before = time;
  }
  return smallest;
}

}  // namespace idn::sender
