// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/report/result_file.hpp"
#include "bench/report/spread.hpp"

namespace idn::bench {

/// A promise of this project, with the measured value.
struct Criterion {
  enum class Relation : std::uint8_t { AtMost, AtLeast };

  std::string what;
  std::optional<Spread> measured;  ///< nothing: it could not be measured
  Relation relation{};
  double target = 0;

  /// Whether the median meets the target; false where nothing was measured.
  bool is_met() const noexcept;
};

std::string table_of(const std::vector<Criterion>& criteria);
Json to_json(const std::vector<Criterion>& criteria);

}  // namespace idn::bench
