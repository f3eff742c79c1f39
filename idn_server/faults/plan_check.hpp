// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// What makes a plan impossible.
struct PlanMistake {
  std::string key;  ///< as in a file; options have dashes instead
  std::string complaint;
};

/// Checks values against each other, beyond the range of each.
std::optional<PlanMistake> check_plan(const DirectionPlan& plan);

/// The link is down in both directions.
void add_link_flap(FaultPlan& plan, const Outage& flap);

/// Light in fibre takes 5 us for a kilometre, either way.
void add_distance(FaultPlan& plan, double kilometres);

}  // namespace idn::server
