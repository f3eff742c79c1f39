// SPDX-License-Identifier: MIT
#include "idn_server/faults/plan_file.hpp"

#include <limits>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "cli/units.hpp"
#include "idn_server/faults/plan_check.hpp"
#include "toml/toml_table.hpp"

namespace idn::server {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Percent in the file, a share inside.
double read_share(TomlTable& table, std::string_view key) {
  return table.real(key, 0, 0, 100) / 100;
}

Duration read_time(TomlTable& table, std::string_view key) {
  return table.parsed(key, cli::parse_duration, "a time such as \"10ms\"").value_or(Duration{});
}

Outage read_outage(TomlTable& table) {
  table.require("for", "give how long it lasts, such as \"300ms\"");
  const Outage outage{read_time(table, "at"), read_time(table, "for"), read_time(table, "every")};
  if (outage.every > Duration{} && outage.every < outage.length)
    table.fail("every", "has to be longer than the time in \"for\"");
  return outage;
}

std::vector<Outage> read_outages(TomlTable& table, std::string_view key) {
  std::vector<Outage> outages;
  table.in_tables(key, [&](TomlTable& outage) { outages.push_back(read_outage(outage)); });
  return outages;
}

void read_direction(TomlTable& table, bool carries_answers, DirectionPlan& plan) {
  plan.loss = read_share(table, "loss");
  plan.burst_loss = read_share(table, "burst_loss");
  plan.burst_length = table.real("burst_length", plan.burst_length, 1, 1'000'000);
  plan.duplicate = read_share(table, "duplicate");
  plan.corrupt = read_share(table, "corrupt");
  plan.reorder = read_share(table, "reorder");
  plan.delay = read_time(table, "delay");
  plan.jitter = read_time(table, "jitter");
  plan.rate = static_cast<std::uint64_t>(table.number("rate", 0, 0, kMost));
  plan.silences = read_outages(table, "silence");
  if (carries_answers) {
    plan.withhold_acknowledges = read_share(table, "withhold_acknowledges");
    const auto result = table.number("acknowledge_result", -1, -1, 255);
    if (result >= 0) plan.acknowledge_result = static_cast<std::uint8_t>(result);
  } else {
    plan.drop_configurations = read_share(table, "drop_configurations");
  }
  if (const auto error = check_plan(plan)) table.fail(error->key, error->message);
}

}  // namespace

FaultPlan read_fault_plan(std::string_view toml, const std::string& file, std::uint64_t seed) try {
  FaultPlan plan;
  TomlTable::read_root(toml, file, [&](TomlTable& table) {
    plan.seed = static_cast<std::uint64_t>(table.number("seed", static_cast<std::int64_t>(seed), 0, kMost));
    table.in_table("arriving", [&](TomlTable& arriving) { read_direction(arriving, false, plan.arriving); });
    table.in_table("answered", [&](TomlTable& answered) { read_direction(answered, true, plan.answered); });
    for (const Outage& flap : read_outages(table, "link_flap")) add_link_flap(plan, flap);
  });
  return plan;
} catch (const BadToml& bad) {
  throw cli::Failure(cli::kUsage, bad.text);
}

FaultPlan read_fault_file(const std::string& path, std::uint64_t seed) {
  return read_fault_plan(cli::read_whole_file(path, "give a readable TOML file with --faults"), path, seed);
}

}  // namespace idn::server
