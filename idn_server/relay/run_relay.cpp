// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <variant>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "idn_server/commands.hpp"
#include "idn_server/open.hpp"
#include "idn_server/relay/relay_report.hpp"

namespace idn::server {
namespace {

bool is_complete(const cli::RecordingFacts& recording) {
  return recording.missing == 0 && !recording.fault;
}

}  // namespace

int run_relay(int argc, const char* const* argv) {
  const auto asked = parse_relay_options(argc, argv);
  if (const int* exit_code = std::get_if<int>(&asked)) return *exit_code;
  const auto& options = std::get<RelayOptions>(asked);
  Relay relay(options);
  fmt::print("{}", relay_start(options, relay.local()));
  cli::flush_output();
  if (const auto& problem = relay.broadcast_problem(); !problem.empty())
    fmt::print(stderr, "idn_server: {}\n", unit_not_found_text("relay", relay.local(), problem));
  const RelayReport report = relay.run();
  fmt::print("{}", relay_summary(options, report));
  return std::ranges::all_of(report.recordings, is_complete) ? cli::kOk : cli::kEnvironment;
}

}  // namespace idn::server
