// SPDX-License-Identifier: MIT
#include "bench/stall/experiment.hpp"

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include "bench/pacing/figures.hpp"
#include "bench/pacing/round.hpp"
#include "bench/pacing/running_sender.hpp"
#include "idn/io/now.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

/// Steady time around each stall: every receiver has filled its buffer before, and is back in time after.
constexpr Duration kMarginBefore = 200ms;
constexpr Duration kMarginAfter = 300ms;

struct SenderStop {
  Duration asked{};
  Duration begin{};  ///< since 1970
  Duration end{};
};

std::vector<Duration> shuffled(const StallPlan& plan, std::mt19937_64& random) {
  std::vector<Duration> all;
  for (std::uint64_t i = 0; i < plan.repeats; ++i)
    all.insert(all.end(), plan.stalls.begin(), plan.stalls.end());
  std::ranges::shuffle(all, random);
  return all;
}

Duration length_of(const std::vector<Duration>& stalls) {
  Duration length = kLeadIn + kLeadOut + 1s;
  for (const Duration stall : stalls) length += kMarginBefore + stall + kMarginAfter + 2ms;
  return length;
}

SenderStop stop_for(Duration time, const RunningSender& sender) {
  SenderStop stall{.asked = time, .begin = io::since_1970()};
  sender.signal(SIGSTOP);
  std::this_thread::sleep_for(time);
  sender.signal(SIGCONT);
  stall.end = io::since_1970();
  return stall;
}

/// Stops the sender for each of the times in turn, at random phases of the tick.
std::vector<SenderStop> stop_repeatedly(const std::vector<Duration>& stalls, const RunningSender& sender,
                                        std::mt19937_64& random) {
  std::uniform_int_distribution<Duration::rep> phase(0, Duration(1ms).count());
  std::vector<SenderStop> done;
  std::this_thread::sleep_for(kLeadIn);
  for (const Duration stall : stalls) {
    std::this_thread::sleep_for(kMarginBefore + Duration(phase(random)));
    done.push_back(stop_for(stall, sender));
    std::this_thread::sleep_for(kMarginAfter);
  }
  return done;
}

StallOutcome outcome_of(const SenderStop& stall, const ReceivedDatagrams& reception, const StallPlan& plan) {
  const auto seen = between(reception.datagrams, stall.begin - kMarginBefore, stall.end + kMarginAfter);
  return {.asked = stall.asked, .trace = trace(seen), .receivers = play(seen, plan.buffers)};
}

}  // namespace

std::vector<StallOutcome> run_stalls(const StallPlan& plan) {
  std::mt19937_64 random(plan.seed);
  const auto stalls = shuffled(plan, random);
  MeasuringUnit unit({});
  RunningSender sender(
      sender_command(plan.sender, unit.address(), {.duration = length_of(stalls)}, {"--wait", "hybrid"}), unit);
  const auto done = stop_repeatedly(stalls, sender, random);
  sender.finish();
  const ReceivedDatagrams reception = unit.finish();
  std::vector<StallOutcome> outcomes;
  for (const SenderStop& stall : done) outcomes.push_back(outcome_of(stall, reception, plan));
  return outcomes;
}

}  // namespace idn::bench
