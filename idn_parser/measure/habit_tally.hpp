// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "idn/capture/datagram_reader.hpp"

namespace idn::parser {

/// A mistake that a sender makes again and again, and that its datagrams show without a look at the light: a
/// field in other units, octets in another order, a step left out. report/advice.hpp says what each means.
enum class Habit : std::uint8_t {
  // Numbers.
  SequenceSwapped,
  SequenceOf8Bits,
  SequenceOfOctets,
  SequencePerChannel,
  SequenceOfOther,  ///< skips although nothing is missing
  SequenceShared,   ///< by datagrams of other content
  SequenceAfresh,   ///< the same message again with a new number
  FlagsUsed,
  // Sizes and configurations.
  SizeSwapped,
  SizeOfDatagram,
  SizeOfAnother,
  SecondMessage,
  PaddedBuffer,
  ConfigurationBit,
  ConfigurationWords,
  ChunkHeaderPadded,
  MatchValueMoves,
  MatchValueStays,
  ServiceMoves,
  RoutingMissing,
  ModeVoid,
  ChannelMoves,
  OpenedAndClosed,
  CloseBit,
  CloseWithoutBit,
  CloseOfOther,
  // Times.
  TimestampSwapped,
  TimestampInNanoseconds,
  TimestampInFloat,
  TimestampInMilliseconds,
  TimestampOfSending,
  TimestampOf16Bits,
  TimestampOfSecond,
  TimestampMissing,
  TimestampPerChannel,
  TimestampRestarts,
  TimestampBackwards,
  DurationSwapped,
  DurationShifted,
  DurationInMilliseconds,
  DurationInSamples,
  DurationOfBuffer,
  DurationRounded,
  DurationFixed,
  FrameOnce,
  FrameTooLong,
  SentAhead,
  // Fragments.
  FragmentChunkHeader,
  FragmentConfiguration,
  FragmentOfWhole,
  FragmentFirstOnly,
  FragmentAfterLast,
  FragmentBackwards,
  FragmentOneTimestamp,
  // Sessions.
  SessionReopened,
  DataAfterClose,
  ChannelAfterSession,
  CloseRepeated,
  ClosedEarly,
  KeepaliveEmpty,
  KeepaliveByPing,
  // Manners.
  AlwaysAcknowledged,
  OftenSearched,
  AboveMtu,
  FewSamples,
  OriginFirst,

  End,  ///< not a habit, but their number; must stay last
};
inline constexpr std::size_t kHabits = static_cast<std::size_t>(Habit::End);

/// How often something was so, of how often it could have been.
struct HabitCount {
  std::uint64_t hits = 0;
  std::uint64_t of = 0;
  capture::CapturePosition first{};  ///< hit

  double share() const noexcept { return of == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(of); }
};

/// What a connection's habits are, each with its count.
using HabitCounts = std::map<Habit, HabitCount>;

/// Counts on which occasions a habit showed. Threads: one owner. Real-time: note() (no heap, lock, log).
class HabitTally {
 public:
  capture::CapturePosition at{};  ///< of the datagram that is looked at

  /// @param is_so whether the habit shows in a datagram in which it could
  void note(Habit habit, bool is_so) noexcept {
    HabitCount& count = counts_[static_cast<std::size_t>(habit)];
    ++count.of;
    if (is_so && count.hits++ == 0) count.first = at;
  }
  /// Those that showed so often, and on so many occasions, that they are no accident.
  HabitCounts found() const;

 private:
  std::array<HabitCount, kHabits> counts_{};
};

}  // namespace idn::parser
