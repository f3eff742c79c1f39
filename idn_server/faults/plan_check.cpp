// SPDX-License-Identifier: MIT
#include "idn_server/faults/plan_check.hpp"

#include <cmath>

namespace idn::server {
namespace {

constexpr Duration kLongestDelay = std::chrono::seconds(10);

}  // namespace

std::optional<PlanError> check_plan(const DirectionPlan& plan) {
  if (plan.jitter > plan.delay)
    return PlanError{"jitter", "has to be at most the delay: nothing arrives before it was sent"};
  if (plan.delay > kLongestDelay) return PlanError{"delay", "has to be at most 10 s"};
  if (plan.reorder > 0.5) return PlanError{"reorder", "has to be at most 50: one datagram overtakes another"};
  if (plan.burst_loss / (1 - plan.burst_loss) > plan.burst_length)
    return PlanError{"burst_length", "has to be longer for so much loss"};
  return std::nullopt;
}

void add_link_flap(FaultPlan& plan, const Outage& flap) {
  plan.arriving.silences.push_back(flap);
  plan.answered.silences.push_back(flap);
}

void add_distance(FaultPlan& plan, double kilometres) {
  const Duration propagation(std::llround(kilometres * 5000));
  plan.arriving.delay += propagation;
  plan.answered.delay += propagation;
}

}  // namespace idn::server
