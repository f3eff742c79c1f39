// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn/output/output_limits.hpp"
#include "idn/sample.hpp"

namespace idn::test {

/// Checks the samples sent to a projector against the definitions of docs/output.md, in floating point and
/// independently of the tested code. Checks all limits, and stores the first violation.
class OutputJudge {
 public:
  OutputJudge(const output::OutputLimits& limits, SampleRate rate);

  void judge(const LaserSample& sample);
  void set_rate(SampleRate rate);
  void restart() { history_ = 0; }

  std::uint64_t samples() const { return samples_; }
  /// The first violation; empty if there is none.
  const std::string& offence() const { return offence_; }
  /// The largest part of any limit that was used, 1 at the limit.
  double most_used() const { return most_used_; }

 private:
  struct Place {
    double x = 0, y = 0;
  };
  /// A square of the picture, and its dwell.
  struct Square {
    double left = 0, bottom = 0;
    long double balance = 0;  ///< light so far minus dwell share times time
    long double least = 0;    ///< smallest balance before any of its samples
  };

  void judge_motion(const LaserSample& sample, Place at);
  void judge_zones(const LaserSample& sample, Place from, Place to);
  void judge_dwell(const LaserSample& sample, Place at);
  void compare(double value, double most, const char* limit, const LaserSample& sample);
  void report(const char* limit, const LaserSample& sample);

  const output::OutputLimits limits_;
  double rate_;
  std::uint64_t samples_ = 0;
  int history_ = 0;  ///< samples of one rate since the restart, up to 2
  bool new_rate_ = false;
  Place before_, earlier_;
  long double now_ = 0;
  std::vector<Square> squares_;
  std::string offence_;
  double most_used_ = 0;
};

}  // namespace idn::test
