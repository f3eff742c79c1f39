// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/failure.hpp"
#include "latency/command/commands.hpp"
#include "latency/report/report.hpp"

namespace idn::latency {
namespace {

struct EstimateOptions : PathOptions {
  bool json = false;
};

constexpr const char* kEstimateManual = R"(
Adds up packets, ticks, queues, links, distances and buffers; sends nothing. What this machine adds is not included:
idn_latency measure shows it beside the estimate, and explains the stages.
)";

/// Bits per second: "1G", "100M". cli::parse_count() knows no G.
std::optional<double> parse_bits(std::string_view text) {
  const bool in_giga = text.ends_with("G");
  if (in_giga) text.remove_suffix(1);
  const auto value = in_giga ? cli::parse_number(text) : std::optional<double>();
  if (in_giga) return value && *value > 0 ? std::optional(*value * 1e9) : std::nullopt;
  const auto count = cli::parse_count(text);
  return count && *count > 0 ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

}  // namespace

void add_estimate(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<EstimateOptions>();
  const cli::CommandLine command = app.add_subcommand("estimate", "Estimate the latency of a path");
  add_path_options(command, *options);
  command
      .add_parsed(
          "--link", parse_bits, [options](double bits) { options->bits_per_second = bits; },
          "bits per second such as 100M or 1G", "the slowest link of the network, in bits per second [none]")
      .type_name("RATE");
  command.add_flag("--json", options->json, "one JSON object");
  command.footer(kEstimateManual);
  command.callback([options, &run] {
    run = [options] {
      choose_for_end_to_end(*options);
      const auto estimate = estimate_of(*options);
      fmt::print("{}", options->json ? estimate_json(*options, estimate) : estimate_text(*options, estimate));
      return cli::kOk;
    };
  });
}

}  // namespace idn::latency
