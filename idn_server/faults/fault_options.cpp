// SPDX-License-Identifier: MIT
#include "idn_server/faults/fault_options.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <ranges>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn_server/faults/plan_check.hpp"
#include "idn_server/faults/plan_file.hpp"

namespace idn::server {

const char kFaultPlanHelp[] =
    "Faults\n"
    "  Options apply to what comes from senders, but for those of the link and the acknowledges; shares are "
    "in\n"
    "  percent of datagrams. --burst-loss is Gilbert's: in bursts of --burst-length on average. --jitter "
    "varies\n"
    "  the delay evenly up and down and keeps the order; only --reorder changes it: a datagram\n"
    "  is overtaken by the next one of its stream. AT:FOR[:EVERY] is a time after the start, how long, and "
    "how\n"
    "  often, such as 10s:300ms:60s. The same seed hits the same datagrams. --faults plan.toml gives all this\n"
    "  for both directions:\n"
    "    seed = 7\n"
    "    [[link_flap]]                # nothing passes in either direction\n"
    "    at = \"10s\"\n"
    "    for = \"200ms\"\n"
    "    every = \"60s\"\n"
    "    [arriving]                   # from senders; [answered]: to them\n"
    "    loss = 5.0\n"
    "    burst_loss = 1.0\n"
    "    burst_length = 5.0\n"
    "    delay = \"10ms\"\n"
    "    jitter = \"5ms\"\n"
    "    reorder = 2.0\n"
    "    duplicate = 0.1\n"
    "    corrupt = 0.1                # one bit turned\n"
    "    rate = 10_000_000            # bits per second, with 100 ms of queue\n"
    "    drop_configurations = 50.0   # only in [arriving]\n"
    "    [[arriving.silence]]\n"
    "    at = \"5s\"\n"
    "    for = \"300ms\"\n"
    "    [answered]\n"
    "    withhold_acknowledges = 10.0 # only in [answered]\n"
    "    acknowledge_result = 0xEC    # what all acknowledges say\n\n";

namespace {

/// "5" or "5%".
std::optional<double> parse_percent(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  const auto percent = cli::parse_number(text);
  return percent && *percent >= 0 && *percent <= 100 ? percent : std::nullopt;
}

void add_share(const cli::CommandLine& app, const std::string& name, double& share,
               const std::string& description) {
  app.add_parsed(
         name, parse_percent, [&share](double percent) { share = percent / 100; }, "a number from 0 to 100",
         description)
      .type_name("PERCENT");
}

/// "AT:FOR" or "AT:FOR:EVERY".
std::optional<Outage> parse_outage(const std::string& text) {
  std::vector<Duration> times;
  for (const auto part : std::views::split(text, ':')) {
    const auto time = cli::parse_duration(std::string_view(part.begin(), part.end()));
    if (!time) return std::nullopt;
    times.push_back(*time);
  }
  if (times.size() < 2 || times.size() > 3) return std::nullopt;
  const Outage outage{times[0], times[1], times.size() == 3 ? times[2] : Duration{}};
  const bool is_sensible = outage.length > Duration{} && (times.size() == 2 || outage.every >= outage.length);
  return is_sensible ? std::optional(outage) : std::nullopt;
}

template <class Take>
void add_outage(const cli::CommandLine& app, const std::string& name, Take take,
                const std::string& description) {
  app.add_repeatable(name, cli::take_parsed(name, parse_outage, take, "AT:FOR[:EVERY] like 10s:300ms"),
                     description)
      .type_name("AT:FOR");
}

void add_direction(const cli::CommandLine& app, DirectionPlan& plan) {
  add_share(app, "--loss", plan.loss, "lost, each by itself");
  add_share(app, "--burst-loss", plan.burst_loss, "lost in bursts");
  app.add_number("--burst-length", plan.burst_length, 1, 1e6, "datagrams per burst on average");
  app.add_duration("--delay", plan.delay, "delayed by this time");
  app.add_duration("--jitter", plan.jitter, "the delay varies up and down by this much, at most by --delay");
  add_share(app, "--reorder", plan.reorder, "overtaken by the next one");
  add_share(app, "--duplicate", plan.duplicate, "arrive twice");
  add_share(app, "--corrupt", plan.corrupt, "arrive with one bit turned");
  add_share(app, "--drop-configurations", plan.drop_configurations, "lost of messages with a configuration");
  app.add_count("--rate-limit", plan.rate, 1000, 1'000'000'000'000, "bits per second that pass, such as 10M");
  add_outage(app, "--silence", [&plan](const Outage& o) { plan.silences.push_back(o); }, "nothing arrives");
}

}  // namespace

void add_fault_options(const cli::CommandLine& app, FaultOptions& options) {
  const auto before = app.options();
  FaultPlan& plan = options.plan;
  add_direction(app, plan.arriving);
  add_outage(
      app, "--link-flap", [&plan](const Outage& o) { add_link_flap(plan, o); },
      "nothing passes in either direction");
  add_share(app, "--withhold-acknowledges", plan.answered.withhold_acknowledges,
            "of the acknowledges not sent");
  app.add_parsed(
         "--acknowledge-result", cli::parse_octet,
         [&plan](std::uint8_t code) { plan.answered.acknowledge_result = code; }, "a code from 0 to 0xFF",
         "what all acknowledges say, such as 0xEC")
      .type_name("CODE");
  const auto file =
      app.add_option("--faults", options.file, "TOML file with the faults of both directions; see below")
          .type_name("FILE")
          .reads_files();
  const auto is_new = [&](cli::Option option) { return std::ranges::count(before, option) == 0; };
  for (const cli::Option option : app.options())
    if (option != file && is_new(option)) file.excludes(option);
  const auto take_seed = [&options](const std::string& text) {
    options.seed = cli::read_count("--seed", text, 0, std::numeric_limits<std::int64_t>::max());
  };
  app.add_option("--seed", take_seed, "of the random faults; random by default, and printed").type_name("N");
  for (const cli::Option option : app.options())
    if (is_new(option)) option.group("Faults");
}

FaultPlan fault_plan(const FaultOptions& options) {
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  if (!options.file.empty()) {
    FaultPlan plan = read_fault_file(options.file, seed);
    if (options.seed) plan.seed = seed;
    return plan;
  }
  FaultPlan plan = options.plan;
  plan.seed = seed;
  if (auto error = check_plan(plan.arriving)) {
    std::ranges::replace(error->key, '_', '-');
    throw cli::Failure(cli::kUsage, fmt::format("--{} {}", error->key, error->message));
  }
  return plan;
}

}  // namespace idn::server
