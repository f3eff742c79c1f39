// SPDX-License-Identifier: MIT
#include "paper/sleeping_loop.hpp"

#include <algorithm>
#include <cmath>

namespace idn::test {
namespace {

using namespace std::chrono_literals;

constexpr Duration kTick = 1ms;
/// Time to read the clock and to send: without it time would not advance in a loop that does not sleep.
constexpr Duration kWork = 10us;

Duration rounded(Duration rest, SleepRounding rounding) {
  switch (rounding) {
    case SleepRounding::None:
      return rest;
    case SleepRounding::Up:
      return std::chrono::ceil<std::chrono::milliseconds>(rest);
    case SleepRounding::Nearest:
      return std::chrono::round<std::chrono::milliseconds>(rest);
    case SleepRounding::Down:
      return std::chrono::floor<std::chrono::milliseconds>(rest);
  }
  return rest;
}

Duration next_interrupt(Duration at, Duration period) {
  return (at + period - 1ns) / period * period;
}

/// When a sleep of `rest`, called at `now`, returns. Times are positive.
Duration wake_up(const SleepingSystem& system, Duration now, Duration rest) {
  const Duration sleep = rounded(rest, system.rounding);
  if (sleep == 0ns) return now;
  if (system.origin == SleepOrigin::Call) return next_interrupt(now + sleep, system.period);
  return std::max(now, next_interrupt(now / system.period * system.period + sleep, system.period));
}

/// Random delays of wake-ups, the same on every platform, unlike the distributions of the standard library.
class Delays {
 public:
  Delays(const SystemLoad& load, std::uint32_t seed) : load_(load), random_(seed) {}

  Duration next() {
    if (load_.share == 0 || uniform() >= load_.share) return 0ns;
    return Duration(std::llround(-std::log(1 - uniform()) * static_cast<double>(load_.mean.count())));
  }

 private:
  double uniform() { return static_cast<double>(random_()) / 0x1p32; }

  SystemLoad load_;
  std::mt19937 random_;
};

}  // namespace

std::string_view to_string(SleepRounding rounding) noexcept {
  switch (rounding) {
    case SleepRounding::None:
      return "none";
    case SleepRounding::Up:
      return "up";
    case SleepRounding::Nearest:
      return "nearest";
    case SleepRounding::Down:
      return "down";
  }
  return "unknown";
}

std::string_view to_string(SleepOrigin origin) noexcept {
  return origin == SleepOrigin::Call ? "call" : "interrupt";
}

std::vector<Duration> published_loop_offsets(const SleepingSystem& system, std::size_t packets,
                                             std::uint32_t seed) {
  Delays delays(system.load, seed);
  std::vector<Duration> offsets;
  offsets.reserve(packets - 1);
  // The start is not aligned with timer interrupts, like that of any program.
  Duration now = 1000s + 123'457ns, next = now, last_sent{};
  for (std::size_t sent = 0; sent < packets; ++sent) {
    if (sent > 0) offsets.push_back(now - last_sent);
    last_sent = now;
    now += kWork;
    next += kTick;
    if (next > now) now = wake_up(system, now, next - now) + delays.next();
  }
  return offsets;
}

double share(const std::vector<Duration>& offsets, Duration from, Duration below) {
  const auto in = [=](Duration offset) { return offset >= from && offset < below; };
  return static_cast<double>(std::ranges::count_if(offsets, in)) / static_cast<double>(offsets.size());
}

double average_us(const std::vector<Duration>& offsets) {
  Duration sum{};
  for (const Duration offset : offsets) sum += offset;
  return static_cast<double>(sum.count()) / 1e3 / static_cast<double>(offsets.size());
}

}  // namespace idn::test
