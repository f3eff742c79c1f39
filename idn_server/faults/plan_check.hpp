// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "idn_server/faults/fault_plan.hpp"

namespace idn::server {

/// A value that makes a plan impossible.
struct PlanError {
  std::string key;  ///< as in a file; options have dashes instead of underscores
  std::string message;
};

/// Checks values against each other, beyond the range of each.
std::optional<PlanError> check_plan(const DirectionPlan& plan);

/// Adds an outage in both directions.
void add_link_flap(FaultPlan& plan, const Outage& flap);

/// Adds the propagation delay of fibre, 5 us per kilometre, in both directions.
void add_distance(FaultPlan& plan, double kilometres);

}  // namespace idn::server
