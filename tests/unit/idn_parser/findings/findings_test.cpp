// SPDX-License-Identifier: MIT
// Every finding is reported for traffic that has it, and not for the most similar traffic that does not.
#include <algorithm>

#include "pairs.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

bool has(const Findings& findings, FindingKind kind) {
  return std::ranges::find(findings, kind, &Finding::kind) != findings.end();
}

std::string all_of(const Findings& findings) {
  std::string all;
  for (const auto& text : texts_of(findings)) all += "- " + text + "\n";
  return all;
}

}  // namespace

TEST_CASE("every finding appears where it must, and not in the nearest traffic where it must not", "[parser]") {
  for (const auto& [kind, found_in, with, without] : kFindingPairs) {
    CAPTURE(static_cast<int>(kind), with, without);
    const auto wrong = found_in(with), clean = found_in(without);
    INFO("found with it:\n" << all_of(wrong) << "found without:\n" << all_of(clean));
    CHECK(has(wrong, kind));
    CHECK_FALSE(has(clean, kind));
  }
}

TEST_CASE("nothing is found that has another cause", "[parser]") {
  for (const auto& [kind, found_in, number] : kCasesWithoutFinding) {
    CAPTURE(static_cast<int>(kind), number);
    const auto findings = found_in(number);
    INFO(all_of(findings));
    CHECK_FALSE(has(findings, kind));
  }
}
