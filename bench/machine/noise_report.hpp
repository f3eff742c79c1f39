// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/machine/noise.hpp"
#include "bench/report/result_file.hpp"

namespace idn::bench {

/// The noise of the machine itself, which limits the precision of all that is measured on it.
struct Noise {
  std::vector<CoreNoise> cores;
  double steal_percent = 0;

  /// A table, and steal time below it.
  std::string text() const;
  Json json() const;
};

/// Measures for `time`, and keeps every core busy meanwhile.
Noise measure_noise(Duration time);

}  // namespace idn::bench
