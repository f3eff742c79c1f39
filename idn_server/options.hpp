// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/recorder/recording_files.hpp"
#include "idn/endpoint.hpp"
#include "idn/time.hpp"
#include "idn_server/faults/fault_plan.hpp"
#include "idn_server/unit_options.hpp"

namespace idn::server {

struct Options {
  std::vector<UnitOptions> units;
  std::string config;  ///< the file that describes the units, empty where the command line does
  std::string state;   ///< folder for the unit IDs, empty for the usual one
  cli::RecordingOptions record;
  std::optional<Endpoint> metrics;  ///< where to serve them over HTTP
  std::optional<FaultPlan> faults;
  std::optional<Duration> duration;
  bool no_realtime = false;
  bool json = false;
  bool quiet = false;
  bool details = false;  ///< the summary has all measurements
};

/// The options, or the exit code with which the program ends now.
std::variant<Options, int> parse_options(int argc, const char* const* argv);

/// "ID:TYPE" or "ID:TYPE:NAME" with the types of parse_service_type(). Nothing for other text.
std::optional<wire::ServiceMapEntry> parse_service(std::string_view text);

}  // namespace idn::server
