// SPDX-License-Identifier: MIT
// How often the 95 % interval of the rate error holds the truth, and how often it cannot be told: nine kinds of
// delay and senders on a timer grid, each over 10, 60 and 300 s. See lab/rate-coverage.
#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string_view>

#include "idn/analysis/rate_error.hpp"
#include "idn/analysis/time_axis.hpp"
#include "support/noise.hpp"

namespace idn {
namespace {
using test::Noise;

/// Delay in us of the datagram that is due at a time in us; called once for each, in order.
using Delay = std::function<double(double due)>;

struct Sender {
  std::string_view name;
  std::int64_t step_us = 1000;           ///< from one datagram to the next
  std::function<Delay(Noise&)> delay{};  ///< begins anew, with a random phase
  bool is_on_grid = false;
};

std::function<Delay(Noise&)> independent(std::function<double(Noise&)> draw) {
  return [draw](Noise& noise) { return [draw, &noise](double) { return draw(noise); }; };
}

double student_3(Noise& noise) {
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(noise.normal(), 2);
  return 100 * noise.normal() / std::sqrt(squares / 3);
}

/// AR(1) of one datagram per millisecond, with a standard deviation of 100 us.
std::function<Delay(Noise&)> correlated(double time_us) {
  return [time_us](Noise& noise) {
    const double decay = std::exp(-1000 / time_us);
    return [decay, state = noise.normal(), &noise](double) mutable {
      state = decay * state + std::sqrt(1 - decay * decay) * noise.normal();
      return 100 * state;
    };
  };
}

/// What is due in a stall goes out at its end: one each second, of 20 ms, both on average.
Delay stalls(Noise& noise) {
  const auto after = [&noise](double mean) { return -mean * std::log(noise.uniform()); };
  return [after, next = after(1e6), end = 0.0, &noise](double due) mutable {
    for (; next <= due; next += after(1e6)) end = std::max(end, next + after(20e3));
    return std::max(end - due, 0.0) + 20 * noise.normal();
  };
}

/// A scheduler whose period of a millisecond beats with the due times every 37.3 ms.
Delay sawtooth(Noise& noise) {
  return [phase = noise.uniform(), &noise](double due) {
    const double beats = due / 37.3e3 + phase;
    return 1000 * (beats - std::floor(beats)) + 10 * noise.normal();
  };
}

/// Due times are rounded up to the grid of a timer whose clock is 7 ppm slow, and wake-ups take some us.
std::function<Delay(Noise&)> grid(double period_us) {
  return [period = period_us * (1 + 7e-6)](Noise& noise) {
    return [period, phase = period * noise.uniform(), &noise](double due) {
      return std::ceil((due + phase) / period) * period - (due + phase) + 5 * std::abs(noise.normal());
    };
  };
}

const std::array kSenders{
    Sender{.name = "white", .delay = independent([](Noise& noise) { return 100 * noise.normal(); })},
    Sender{.name = "uniform", .delay = independent([](Noise& noise) { return 300 * noise.uniform(); })},
    Sender{.name = "heavy tails (t3)", .delay = independent(student_3)},
    Sender{.name = "AR(1) 3 ms", .delay = correlated(3e3)},
    Sender{.name = "AR(1) 30 ms", .delay = correlated(30e3)},
    Sender{.name = "AR(1) 300 ms", .delay = correlated(300e3)},
    Sender{.name = "AR(1) 1 s", .delay = correlated(1e6)},
    Sender{.name = "stalls", .delay = stalls},
    Sender{.name = "sawtooth 37 ms", .delay = sawtooth},
    Sender{.name = "grid 1 ms", .delay = grid(1000), .is_on_grid = true},
    Sender{.name = "grid 4 ms", .delay = grid(4000), .is_on_grid = true},
    Sender{.name = "grid 4 ms, each 4 ms", .step_us = 4000, .delay = grid(4000), .is_on_grid = true},
};

struct Counts {
  int runs = 0;
  int told = 0;
  int held = 0;         ///< intervals that hold the truth
  int bound_held = 0;   ///< 3 J_ALT / length, of all runs
  int double_held = 0;  ///< 2 J_ALT / length, of all runs
  int untold_bound_held = 0;
  int untold_double_held = 0;

  void add(const Counts& more) {
    runs += more.runs;
    told += more.told;
    held += more.held;
    bound_held += more.bound_held;
    double_held += more.double_held;
    untold_bound_held += more.untold_bound_held;
    untold_double_held += more.untold_double_held;
  }
};

Counts run(const Sender& sender, std::int64_t seconds, std::uint64_t seed) {
  Noise noise(seed);
  const double truth = 200 * noise.uniform() - 100;  // ppm
  const Delay delay = sender.delay(noise);
  analysis::RateErrorEstimator estimator;
  analysis::MediaClock clock;
  for (std::int64_t media = 0; media < seconds * 1'000'000; media += sender.step_us) {
    const auto due = static_cast<double>(media);
    const Duration arrival(media * 1000 + std::llround(due * truth * 1e-3 + delay(due) * 1e3));
    estimator.add(arrival, std::chrono::microseconds(media));
    clock.add(arrival, std::chrono::microseconds(media));
  }
  const auto result = estimator.result().value();
  const double off = std::abs(result.ppm - truth);
  const double jitter_ppm = clock.long_term_jitter() / Micros(std::chrono::seconds(seconds)) * 1e6;
  const bool is_told = result.interval.has_value();
  const bool is_held = is_told && result.interval->low_ppm <= truth && truth <= result.interval->high_ppm;
  const bool is_bound = off <= 3 * jitter_ppm, is_double_bound = off <= 2 * jitter_ppm;
  return {1, is_told, is_held, is_bound, is_double_bound, !is_told && is_bound, !is_told && is_double_bound};
}

std::string percent(int part, int whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f}", 100.0 * part / whole);
}

void print(std::string_view name, std::string_view seconds, const Counts& counts) {
  const int untold = counts.runs - counts.told;
  fmt::print("{:22} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", name, seconds, percent(untold, counts.runs),
             percent(counts.held, counts.told), percent(counts.untold_bound_held, untold),
             percent(counts.untold_double_held, untold), percent(counts.bound_held, counts.runs),
             percent(counts.double_held, counts.runs));
  std::fflush(stdout);
}

int measure(std::uint64_t seeds) {
  fmt::print("percent; truth within +-100 ppm, {} seeds\n", seeds);
  fmt::print("{:22} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "", "", "", "interval", "if untold", "",
             "of all", "");
  fmt::print("{:22} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "delay", "s", "untold", "holds", "3 J / s",
             "2 J / s", "3 J / s", "2 J / s");
  Counts steady, grids, all;
  for (std::size_t i = 0; i < kSenders.size(); ++i)
    for (const int seconds : {10, 60, 300}) {
      Counts cell;
      for (std::uint64_t seed = 0; seed < seeds; ++seed)
        cell.add(
            run(kSenders[i], seconds, 1'000'000 * (i + 1) + 1000 * static_cast<std::uint64_t>(seconds) + seed));
      print(kSenders[i].name, std::to_string(seconds), cell);
      (kSenders[i].is_on_grid ? grids : steady).add(cell);
      all.add(cell);
    }
  print("without a grid", "all", steady);
  print("on a grid", "all", grids);
  print("all", "all", all);
  return 0;
}

}  // namespace
}  // namespace idn

int main(int argc, char** argv) {
  std::uint64_t seeds = 1000;
  const std::string_view text = argc > 1 ? argv[1] : "1000";
  if (std::from_chars(text.data(), text.data() + text.size(), seeds).ec != std::errc{}) {
    fmt::print(stderr, "usage: rate_coverage [SEEDS]\n");
    return 2;
  }
  return idn::measure(seeds);
}
