// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "idn/time.hpp"

/// Times of functions, measured by Google Benchmark.
namespace idn::bench {

/// Measures functions in rounds, each function once per round, so that a temporary disturbance of the machine
/// affects all of them.
class Stopwatch {
 public:
  /// @param each how long to measure each function in a round
  explicit Stopwatch(Duration each) : each_(each) {}
  ~Stopwatch();
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  /// Measures a call of `work`. `name` is unique in this process.
  template <class Work>
  void add(const std::string& name, Work work);

  /// As add(), but `work` makes `calls` calls at once and returns how long they took, for work with parts that
  /// do not count.
  void add_timed(const std::string& name, std::size_t calls, std::function<Duration()> work);

  /// One round over all functions.
  void run();
  /// Several rounds, with a progress line.
  void run(std::uint64_t rounds);

  /// Nanoseconds per call, one value per round.
  const std::vector<double>& nanoseconds(const std::string& name) const { return times_.at(name); }

 private:
  /// Makes `calls` calls, so that the overhead of std::function is paid once for all of them.
  using Repeat = std::function<void(std::uint64_t calls)>;
  void add_repeated(const std::string& name, Repeat repeat);

  Duration each_;
  std::map<std::string, std::vector<double>> times_;
};

template <class Work>
void Stopwatch::add(const std::string& name, Work work) {
  add_repeated(name, [work = std::move(work)](std::uint64_t calls) mutable {
    for (; calls > 0; --calls) work();
  });
}

}  // namespace idn::bench
