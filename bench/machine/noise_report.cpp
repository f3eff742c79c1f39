// SPDX-License-Identifier: MIT
#include "bench/machine/noise_report.hpp"

#include <fmt/core.h>

#include "bench/machine/processor_time.hpp"
#include "bench/report/table.hpp"

namespace idn::bench {
namespace {

using Micros = std::chrono::duration<double, std::micro>;
using Seconds = std::chrono::duration<double>;

double lost_percent(const CoreNoise& core) {
  return core.watched > Duration::zero() ? 100.0 * (Seconds(core.lost) / Seconds(core.watched)) : 0;
}

}  // namespace

std::string Noise::text() const {
  Table table({"core", "watched s", "gaps > 10 us", "> 50 us", "> 100 us", "> 1 ms", "longest us", "lost %"});
  for (const auto& core : cores) {
    std::vector<std::string> cells{std::to_string(core.core), number(Seconds(core.watched).count())};
    for (const auto count : core.gaps_over) cells.push_back(std::to_string(count));
    cells.push_back(number(Micros(core.longest).count()));
    cells.push_back(number(lost_percent(core)));
    table.add(cells);
  }
  return fmt::format(
      "The machine's own noise: gaps in which a thread that only reads the clock did not run.\n\n{}\nSteal "
      "time "
      "meanwhile: {:.2f} % of all cores.\n",
      table.text(), steal_percent);
}

Json Noise::json() const {
  Json list = Json::array();
  for (const auto& core : cores)
    list.push_back({{"core", core.core},
                    {"watched_s", Seconds(core.watched).count()},
                    {"gaps_over_10_us", core.gaps_over[0]},
                    {"gaps_over_50_us", core.gaps_over[1]},
                    {"gaps_over_100_us", core.gaps_over[2]},
                    {"gaps_over_1000_us", core.gaps_over[3]},
                    {"longest_us", Micros(core.longest).count()},
                    {"lost_percent", lost_percent(core)}});
  return {{"cores", list}, {"steal_percent", steal_percent}};
}

Noise measure_noise(Duration time) {
  const cli::MachineTime before = machine_time();
  Noise noise{.cores = watch_cores(time)};
  noise.steal_percent = cli::steal_percent(before, machine_time());
  return noise;
}

}  // namespace idn::bench
