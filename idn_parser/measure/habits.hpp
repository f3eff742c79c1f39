// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "idn/analysis/connection_meter.hpp"
#include "idn/capture/capture_position.hpp"
#include "idn/wire/packet_header.hpp"

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
  TimestampOfSending,
  TimestampOf16Bits,
  TimestampOfSecond,
  TimestampMissing,
  TimestampRestarts,
  TimestampBackwards,
  DurationSwapped,
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
  // Sessions.
  SessionReopened,
  DataAfterClose,
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

/// A real-time datagram for HabitWatch.
struct HabitDatagram {
  const wire::PacketHeader& header;
  ConstBytes octets;  ///< the whole datagram, with packet header
  const analysis::MeasuredDatagram& measured;
  capture::CapturePosition at{};
};

/// Finds the habits of the sender of one connection.
/// Threads: one owner. Real-time: no (heap).
class HabitWatch {
 public:
  HabitWatch();
  ~HabitWatch();
  HabitWatch(HabitWatch&&) noexcept;
  HabitWatch& operator=(HabitWatch&&) noexcept;

  /// @param datagram complete, and with a time of its own
  void take(const HabitDatagram& datagram);
  /// A request of the same client, such as a ping or a scan.
  void take_request(wire::Command command, const capture::CapturePosition& at);

  /// Those that it has, by what was seen until now.
  HabitCounts found() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::parser
