// SPDX-License-Identifier: MIT
#include "support/pattern.hpp"

#include <regex>

namespace idn::test {
namespace {

Pattern::Match groups_of(const std::smatch& match) {
  return {match.begin(), match.end()};
}

}  // namespace

struct Pattern::Expression {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression)
    : expression_(std::make_shared<Expression>(Expression{std::regex(expression)})) {}

bool Pattern::found_in(const std::string& text) const {
  return std::regex_search(text, expression_->regex);
}

std::vector<Pattern::Match> Pattern::matches_in(const std::string& text) const {
  std::vector<Match> found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression_->regex), end; match != end; ++match)
    found.push_back(groups_of(*match));
  return found;
}

Pattern::Match Pattern::match_of(const std::string& text) const {
  std::smatch match;
  if (!std::regex_match(text, match, expression_->regex)) return {};
  return groups_of(match);
}

}  // namespace idn::test
