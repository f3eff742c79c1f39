// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Findings: what a command reports as wrong. With any finding the program ends with exit code 1.
namespace idn::parser {

/// One kind per cause. tests/unit/idn_parser/findings/pairs.hpp has two test inputs for each kind, one with and
/// one just without the finding, and does not compile if a kind lacks them.
enum class FindingKind : std::uint8_t {
  // Why there is no stream.
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
  WrongChecksum,
  DisguisedMessage,
  TooManyConnections,
  UncheckedConnections,
  // A connection.
  Lost,
  Duplicated,
  Late,
  Unnumbered,
  SenderRestarted,
  Malformed,
  CutMessage,
  CutOffload,
  Refused,
  SeveralClocks,
  AnswersOfAnotherClock,
  Surplus,
  NewSockets,
  SharedService,
  SeveralGroups,
  SenderHabit,
  NotClosed,
  // A stream.
  UnexplainedSamples,
  BadDictionary,
  MediaGap,
  ConfigurationGap,
  LinkTimeout,
  StoodStill,
  EndlessFrames,
  StandingTimestamps,
  Overlaps,
  LoneTimestamp,
  TimestampJump,
  RefusedByReceivers,
  ImpossibleSampleRate,
  WrongTimestampRate,
  LittleEndianSamples,
  OddCoordinates,
  UnknownService,
  Underrun,
  Overrun,
  // --limits, of a capture, of a window, of a comparison.
  LimitWithoutValue,
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
  ChangeWithoutValue,
  ChangedTooMuch,
  // `merge`.
  NotInAllRuns,
  SameRunTwice,
  UnlikeRuns,

  End,  ///< not a kind, but their number; must stay last
};
inline constexpr std::size_t kFindingKinds = static_cast<std::size_t>(FindingKind::End);

struct Finding {
  FindingKind kind{};
  std::string text;  ///< a sentence fragment for people: where, how much, why, and what to do
  /// Which one it is about, by their indices in the report; neither: the capture, or several.
  std::optional<std::size_t> connection{};
  std::optional<std::size_t> stream{};
};
using Findings = std::vector<Finding>;

/// The texts alone, as text, JSON and page show them.
inline std::vector<std::string> texts_of(const Findings& findings) {
  std::vector<std::string> texts;
  texts.reserve(findings.size());
  for (const Finding& finding : findings) texts.push_back(finding.text);
  return texts;
}

/// Moves `more` to the end of `findings`.
inline void append(Findings& findings, Findings more) {
  for (Finding& finding : more) findings.push_back(std::move(finding));
}

}  // namespace idn::parser
