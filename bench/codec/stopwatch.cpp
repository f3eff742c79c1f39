// SPDX-License-Identifier: MIT
#include "bench/codec/stopwatch.hpp"

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include "cli/terminal.hpp"

namespace idn::bench {
namespace {

using Seconds = std::chrono::duration<double>;

/// Keeps the times instead of printing them.
class Collector final : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(std::map<std::string, std::vector<double>>& times) : times_(times) {}

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& run : runs)
      times_[run.run_name.function_name].push_back(1e9 / run.counters.at("items_per_second"));
  }

 private:
  std::map<std::string, std::vector<double>>& times_;
};

}  // namespace

Stopwatch::~Stopwatch() {
  benchmark::ClearRegisteredBenchmarks();
}

void Stopwatch::add_repeated(const std::string& name, Repeat repeat) {
  times_[name];
  const auto measure = [repeat = std::move(repeat)](benchmark::State& state) {
    const auto calls = static_cast<std::uint64_t>(state.max_iterations);
    while (state.KeepRunningBatch(state.max_iterations)) repeat(calls);
    state.SetItemsProcessed(state.iterations());
  };
  benchmark::RegisterBenchmark(name.c_str(), measure)->UseRealTime()->MinTime(Seconds(each_).count());
}

void Stopwatch::add_timed(const std::string& name, std::size_t calls, std::function<Duration()> work) {
  times_[name];
  const auto measure = [calls, work = std::move(work)](benchmark::State& state) {
    for (auto _ : state) state.SetIterationTime(Seconds(work()).count());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(calls));
  };
  benchmark::RegisterBenchmark(name.c_str(), measure)->UseManualTime()->MinTime(Seconds(each_).count());
}

void Stopwatch::run() {
  Collector collector(times_);
  benchmark::RunSpecifiedBenchmarks(&collector, ".");
}

void Stopwatch::run(std::uint64_t rounds) {
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    status.show(fmt::format("round {} of {}", round + 1, rounds));
    run();
  }
}

}  // namespace idn::bench
