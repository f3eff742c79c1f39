// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn_parser/compare/comparison.hpp"
#include "idn_parser/finding.hpp"

namespace idn::parser {

/// What a comparison of two captures found, for every renderer.
struct Outcome {
  std::string sent_file;
  std::string received_file;
  std::vector<Comparison> comparisons;
  Findings findings;
  std::optional<std::size_t> limits{};  ///< how many were checked; nothing where none were asked for
};

std::string to_text(const Outcome& outcome);

/// Version of the JSON layout, as kJsonSchema.
inline constexpr int kOutcomeSchema = 2;
std::string to_json(const Outcome& outcome);

std::string to_html(const Outcome& outcome);

}  // namespace idn::parser
