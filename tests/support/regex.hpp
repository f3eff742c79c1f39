// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace idn::test {

/// A regular expression. std::regex takes seconds to compile in each source that uses it, so only regex.cpp
/// does.
class Regex {
 public:
  explicit Regex(const std::string& expression);

  /// The whole match, then its groups.
  using Match = std::vector<std::string>;

  /// Whether any part of the text matches.
  bool search(const std::string& text) const;
  std::vector<Match> all_matches(const std::string& text) const;
  /// Empty unless all of the text matches.
  Match full_match(const std::string& text) const;

 private:
  struct Expression;
  std::shared_ptr<const Expression> expression_;
};

}  // namespace idn::test
