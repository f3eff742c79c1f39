// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "idn/output/output_limits.hpp"

namespace idn::test {

/// The limits in these files. Exits the program if a file is invalid.
inline std::vector<output::OutputLimits> limits_of_files(const std::vector<std::string>& paths) {
  std::vector<output::OutputLimits> all;
  for (const auto& path : paths) {
    auto limits = output::load_limits(path);
    if (!limits) {
      std::fprintf(stderr, "%s\n", limits.error().message().c_str());
      std::exit(2);
    }
    all.push_back(*std::move(limits));
  }
  return all;
}

}  // namespace idn::test
