// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// What a command found that is not as it should be, for its verdict: the program ends with exit code 1 then.
namespace idn::parser {

/// One for each thing that can be found. For each there is traffic in which it must be found and the nearest to
/// that in which it must not: tests/unit/idn_parser/findings/pairs.hpp, which does not compile without.
enum class FindingKind : std::uint8_t {
  // No stream, and why.
  StreamOnOtherPort,
  EmptyCapture,
  CutBeforeUdp,
  NothingOnPort,
  CutBeforePacketHeader,
  NoRealtimePacket,
  NothingToMeasure,
  // The files.
  FileEndsEarly,
  FileDamaged,
  UntimedPackets,
  LinkWithoutIp,
  DroppedByCapture,
  BrokenFragments,
  CaptureClockSet,
  // All datagrams on the port.
  TooShort,
  CapturedTooShort,
  TooManyConnections,
  // A connection.
  Lost,
  Duplicated,
  Late,
  Unnumbered,
  BeganAnew,
  Malformed,
  CutMessage,
  Refused,
  // A stream.
  UnexplainedSamples,
  BadDictionary,
  MediaGap,
  ConfigurationGap,
  LinkTimeout,
  EndlessFrames,
  StandingTimestamps,
  Overlaps,
  LoneTimestamp,
  Underrun,
  Overrun,
  // --limits, of a capture, of a window, of a comparison.
  LimitNotTold,
  BelowLimit,
  AboveLimit,
  // `compare`.
  NothingToCompare,
  TooManyToCompare,
  OnlyInOneCapture,
  LostOnTheWay,
  DuplicatedOnTheWay,
  OutOfOrder,
  ChangedOnTheWay,
  NotSent,
  NotCompared,
  // `diff`.
  OnlyInFirstReport,
  OnlyInSecondReport,
  NoStreamInReports,
  ChangeNotTold,
  ChangedTooMuch,
  // `merge`.
  NotInAllRuns,

  End,  ///< none: stays behind the last kind
};
inline constexpr std::size_t kFindingKinds = static_cast<std::size_t>(FindingKind::End);

struct Finding {
  FindingKind kind{};
  std::string text;  ///< a sentence fragment for people: where, how much, why, and what to do
};
using Findings = std::vector<Finding>;

/// For every output.
inline std::vector<std::string> texts_of(const Findings& findings) {
  std::vector<std::string> texts;
  texts.reserve(findings.size());
  for (const Finding& finding : findings) texts.push_back(finding.text);
  return texts;
}

/// Behind those that are there.
inline void append(Findings& findings, Findings more) {
  for (Finding& finding : more) findings.push_back(std::move(finding));
}

}  // namespace idn::parser
