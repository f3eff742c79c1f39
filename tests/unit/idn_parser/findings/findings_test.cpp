// SPDX-License-Identifier: MIT
// Every finding is reported for traffic that has it, and not for the most similar traffic that does not.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "idn_parser/measure/refusals.hpp"
#include "idn_parser/report/advice.hpp"
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

/// The rows of the tables of docs/implementers.md.
std::vector<std::string> rows_for_implementers() {
  std::ifstream in(std::string(IDN_SOURCE_DIR) + "/docs/implementers.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("| `") && !line.starts_with("| `idn_parser` ")) rows.push_back(line);
  return rows;
}

bool is_advised(std::string_view text) {
  return std::ranges::any_of(all_advice(),
                             [&](const Advice& advice) { return text.find(advice.words) != text.npos; });
}

}  // namespace

TEST_CASE("implementers read the advice that the reports give", "[parser]") {
  std::vector<std::string> rows;
  for (const auto& [words, where, section, light, instead] : all_advice())
    rows.push_back(fmt::format("| `{}` | {} | {} | {} | {} |", words, where, section, light, instead));
  CHECK(rows_for_implementers() == rows);
}

TEST_CASE("every mistake of a sender is explained, in the words of its finding", "[parser]") {
  using enum FindingKind;
  constexpr std::array kOfSenders{Unnumbered,           SenderRestarted,    Malformed,           Surplus,
                                  NewSockets,           UnexplainedSamples, BadDictionary,       MediaGap,
                                  ConfigurationGap,     LinkTimeout,        StoodStill,          EndlessFrames,
                                  StandingTimestamps,   Overlaps,           LoneTimestamp,       TimestampJump,
                                  ImpossibleSampleRate, WrongTimestampRate, LittleEndianSamples, OddCoordinates,
                                  DisguisedMessage,     SharedService,      SeveralGroups,       NotClosed,
                                  UnknownService};
  std::string told;
  for (const auto& [kind, found_in, with, without] : kFindingPairs) {
    if (std::ranges::find(kOfSenders, kind) == kOfSenders.end()) continue;
    for (const Finding& finding : found_in(with)) {
      if (finding.kind != kind) continue;
      CAPTURE(finding.text);
      CHECK(is_advised(finding.text));
      told += finding.text + '\n';
    }
  }
  for (int i = 0; i <= static_cast<int>(RefusalReason::BrokenFrame); ++i) {
    const auto text = text_of(static_cast<RefusalReason>(i));
    CAPTURE(text);
    CHECK(is_advised(text));
    told += std::string(text) + '\n';
  }
  // Those of habits, and of the rest these, are in the truth suite.
  constexpr std::array<std::string_view, 8> kElsewhere{"timestamps advance",
                                                       "samples seem to have an octet more",
                                                       "colours are nearly dark",
                                                       "the intensity is always 0",
                                                       "but without the configuration bit",
                                                       "begin with a channel message, without packet header",
                                                       "coordinates overflow",
                                                       "coordinates seem to have 12 bits"};
  for (const Advice& advice : all_advice().first(all_advice().size() - kHabits)) {
    CAPTURE(advice.words);
    const auto is_elsewhere = [&](std::string_view words) { return advice.words.starts_with(words); };
    if (std::ranges::none_of(kElsewhere, is_elsewhere)) CHECK(told.find(advice.words) != std::string::npos);
  }
}

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
