// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "idn_parser/finding.hpp"
#include "idn_parser/measure/habits.hpp"

namespace idn::parser {

/// What the author of a sender needs to know of a mistake.
struct Advice {
  std::string_view words;    ///< part of the text of each of its findings
  std::string_view where;    ///< field, with its offsets from the packet header in octets
  std::string_view section;  ///< of the specification
  std::string_view light;    ///< what a projector shows meanwhile
  std::string_view instead;  ///< what to send
};

/// "sequence, 2 to 3, section 1.8.3: ...": for text and page.
std::string to_string(const Advice& advice);
/// All of it, as docs/implementers.md lists it.
std::span<const Advice> all_advice() noexcept;
const Advice& advice_on(Habit habit) noexcept;
/// On these findings, each once.
std::vector<Advice> advice_on(const Findings& findings);

}  // namespace idn::parser
