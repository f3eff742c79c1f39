// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace idn::test {

/// A std::regex. Its templates take a compiler seconds in each source that uses them, here in one.
class Pattern {
 public:
  explicit Pattern(const std::string& expression);

  /// The whole match, then its groups.
  using Match = std::vector<std::string>;

  bool found_in(const std::string& text) const;
  std::vector<Match> matches_in(const std::string& text) const;
  /// Empty unless all of the text matches.
  Match match_of(const std::string& text) const;

 private:
  struct Expression;
  std::shared_ptr<const Expression> expression_;
};

}  // namespace idn::test
