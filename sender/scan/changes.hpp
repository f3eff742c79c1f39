// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "idn/stream/find/unit_list.hpp"

namespace idn::sender {

/// One change between two rounds of a search.
struct Change {
  enum class Kind { Found, Gone, Changed };

  Kind kind{};
  stream::FoundUnit unit;  ///< current state; for Gone, the last known one
  std::string what = {};   ///< "name "A" -> "B"", for Changed
};

/// "found", "gone" or "changed".
std::string_view to_string(Change::Kind kind) noexcept;

/// Changes worth reporting: not those of round-trip times, nor a single round without an answer.
std::vector<Change> changes_between(const stream::UnitList& before, const stream::UnitList& after);

/// One line without a line feed.
std::string change_text(const Change& change);

}  // namespace idn::sender
