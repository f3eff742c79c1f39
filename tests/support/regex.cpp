// SPDX-License-Identifier: MIT
#include "support/regex.hpp"

#include <regex>

namespace idn::test {
namespace {

Regex::Match groups_of(const std::smatch& match) {
  return {match.begin(), match.end()};
}

}  // namespace

struct Regex::Expression {
  std::regex regex;
};

Regex::Regex(const std::string& expression)
    : expression_(std::make_shared<Expression>(Expression{std::regex(expression)})) {}

bool Regex::search(const std::string& text) const {
  return std::regex_search(text, expression_->regex);
}

std::vector<Regex::Match> Regex::all_matches(const std::string& text) const {
  std::vector<Match> found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression_->regex), end; match != end; ++match)
    found.push_back(groups_of(*match));
  return found;
}

Regex::Match Regex::full_match(const std::string& text) const {
  std::smatch match;
  if (!std::regex_match(text, match, expression_->regex)) return {};
  return groups_of(match);
}

}  // namespace idn::test
