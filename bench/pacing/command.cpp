// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "bench/command.hpp"
#include "bench/machine/noise_report.hpp"
#include "bench/pacing/criteria.hpp"
#include "bench/pacing/programs_option.hpp"
#include "bench/pacing/published_results.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

struct PacingOptions {
  std::uint64_t rounds = 5;
  Duration seconds = 3s;
  Duration tick = 1ms;
  std::uint64_t rate = 100'000;
  std::uint64_t load = 0;
  std::vector<std::string> only;
  Programs programs = default_programs();
  std::string json;
};

constexpr std::uint64_t kPaperRate = 100'000;
constexpr Duration kNoiseTime = 2s;

constexpr char kPacingMeaning[] =
    "p50, p99, p99.9, peak: of abs(packet offset - expected offset); on target: offsets in the two 100 us "
    "buckets "
    "around "
    "the expected one; CPU: of one core, by the thread that sends; process CPU: by all threads. Each cell is "
    "the "
    "median of the rounds (smallest..largest).\n";

constexpr char kManual[] = R"(
Every sender streams to a receiver of this program over loopback, one after the other, round by round. The kernel
stamps what arrives. Senders of other makers that a package registry does not offer (Helios SDK, idtfPlayer) are not
among them.
)";

StreamShape shape_of(const PacingOptions& options) {
  return {.rate = options.rate,
          .samples = options.rate * static_cast<std::uint64_t>(options.tick / 1us) / 1'000'000,
          .duration = kLeadIn + options.seconds + kLeadOut};
}

std::vector<Series> chosen(const PacingOptions& options) {
  std::vector<Series> all;
  for (auto& contender : contenders(options.programs, shape_of(options)))
    if (options.only.empty() || std::ranges::count(options.only, contender.key) > 0)
      all.push_back({.contender = std::move(contender)});
  return all;
}

void run_one(Series& series, const PacingOptions& options) try {
  if (series.can_run())
    series.rounds.push_back(run_round(series.contender, options.seconds, static_cast<unsigned>(options.load)));
} catch (const cli::Failure&) {
  throw;  // a failure of this program, with which no other contender could be measured either
} catch (const std::runtime_error& error) {
  series.failure = error.what();
}

/// Each round begins with the next contender, so that none is always the first or the last of a round.
void run_rounds(std::vector<Series>& all, const PacingOptions& options) {
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < options.rounds; ++round)
    for (std::size_t i = 0; i < all.size(); ++i) {
      Series& series = all[(i + round) % all.size()];
      status.show(fmt::format("round {} of {}: {}", round + 1, options.rounds, series.contender.title));
      run_one(series, options);
    }
}

std::string describe(const PacingOptions& options) {
  const auto shape = shape_of(options);
  const double seconds = in_seconds(options.seconds);
  const std::string load =
      options.load == 0 ? "" : fmt::format(" Processes that keep a core busy meanwhile: {}.", options.load);
  return fmt::format("{} samples/s, {} samples per datagram. Rounds: {}, of {} s for each sender.{}\n",
                     shape.rate, shape.samples, options.rounds, seconds, load);
}

std::string granted(const std::vector<Series>& all) {
  const Series* standard = find(all, "auto");
  if (standard == nullptr || standard->rounds.back().report.grants.empty()) return "";
  const auto& report = standard->rounds.back().report;
  return fmt::format("\nidn_sender auto was granted: {}; it spins for {} us.\n", report.grants,
                     number(report.guard_us.value_or(0)));
}

Json results_of(const PacingOptions& options, const Noise& noise, const std::vector<Series>& all) {
  Json senders = Json::array();
  for (const auto& series : all) senders.push_back(to_json(series));
  return {{"rate", options.rate},     {"samples_per_datagram", shape_of(options).samples},
          {"rounds", options.rounds}, {"seconds", in_seconds(options.seconds)},
          {"load", options.load},     {"noise", noise.json()},
          {"senders", senders},       {"promises", to_json(pacing_criteria(all, options.load > 0))}};
}

void print(const PacingOptions& options, const std::vector<Series>& all) {
  fmt::print("{}\n{}{}", table_of(all), kPacingMeaning, granted(all));
  const auto promises = pacing_criteria(all, options.load > 0);
  if (!promises.empty()) fmt::print("\n{}", table_of(promises));
  const std::string paper = compared_with_published(all);
  if (options.load == 0 && options.tick == 1ms && options.rate == kPaperRate && !paper.empty())
    fmt::print("\n{}", paper);
}

int run_pacing(const PacingOptions& options) {
  const Noise noise = measure_noise(kNoiseTime);
  fmt::print("{}\n{}\n", noise.text(), describe(options));
  auto all = chosen(options);
  run_rounds(all, options);
  print(options, all);
  write_results(options.json, "pacing", results_of(options, noise, all));
  const auto has_failed = [](const Series& series) { return !series.failure.empty(); };
  const bool nothing_ran = std::ranges::none_of(all, &Series::can_run);
  return nothing_ran || std::ranges::any_of(all, has_failed) ? cli::kFindings : cli::kOk;
}

void check(const PacingOptions& options) {
  if (shape_of(options).samples < 20 || options.rate % 1000 != 0)
    throw cli::wrong_value("--rate",
                           "a datagram has 20 samples or more: give 20000 to 200000, by the thousand");
  if (options.tick != 1000us && options.tick != 250us)
    throw cli::wrong_value("--tick", "choose 1000us or 250us");
  const auto all = contenders({}, {});
  for (const auto& key : options.only)
    if (std::ranges::count(all, key, &Contender::key) == 0)
      throw cli::wrong_value("--only", fmt::format("\"{}\" is none of {}", key, contender_keys()));
}

}  // namespace

void add_pacing(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<PacingOptions>();
  const cli::CommandLine command =
      app.add_subcommand("pacing", "How evenly senders send, one beside the other");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every sender [5]");
  command.add_duration("--duration,-d", options->seconds, "measured time of a round [3s]");
  command.add_duration("--tick", options->tick, "1000us or 250us, with as many samples as that takes [1000us]");
  command.add_count("--rate", options->rate, 20'000, 200'000, "samples per second [100000]");
  command.add_count("--load", options->load, 0, 1024, "processes that keep a core busy meanwhile [0]");
  const auto take_only = [options](const std::vector<std::string>& keys) { options->only = keys; };
  command.add_list("--only", take_only, "senders to measure: " + contender_keys()).type_name("NAME,...");
  add_programs(command, options->programs);
  add_results_option(command, options->json);
  command.footer(kManual);
  command.callback([options, &run] {
    check(*options);
    run = [options] { return run_pacing(*options); };
  });
}

}  // namespace idn::bench
