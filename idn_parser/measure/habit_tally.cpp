// SPDX-License-Identifier: MIT
#include "idn_parser/measure/habit_tally.hpp"

namespace idn::parser {
namespace {

/// When a habit is one: so often at least, and in so many of the cases.
struct Rule {
  std::uint64_t least = 10;
  double share = 0.8;
};

Rule rule_of(Habit habit) noexcept {
  using enum Habit;
  switch (habit) {
    case SequenceShared:
    case SequencePerChannel:
      return {10, 0.2};
    case SequenceAfresh:
    case DurationFixed:
    case PaddedBuffer:
    case SizeOfAnother:
      return {10, 0.3};
    case SequenceOfOther:
    case TimestampOfSending:
    case AboveMtu:
    case FewSamples:
      return {20, 0.5};
    case AlwaysAcknowledged:
      return {100, 0.9};
    case SequenceOf8Bits:
    case TimestampOfSecond:
    case TimestampOf16Bits:
    case CloseBit:
      return {2, 0};
    case TimestampMissing:
    case ConfigurationWords:
    case RoutingMissing:
    case ModeVoid:
      return {3, 0.5};
    case MatchValueMoves:
    case ServiceMoves:
    case OpenedAndClosed:
      return {5, 0.2};
    case TimestampRestarts:
    case FragmentOfWhole:
    case FragmentFirstOnly:
    case FragmentAfterLast:
    case FragmentBackwards:
    case SessionReopened:
    case SentAhead:
      return {3, 0};
    case FragmentChunkHeader:
    case FragmentConfiguration:
    case FragmentOneTimestamp:
      return {3, 0.8};
    case CloseRepeated:
      return {4, 0};
    case MatchValueStays:
    case CloseWithoutBit:
    case CloseOfOther:
    case DataAfterClose:
    case ChannelAfterSession:
    case ClosedEarly:
    case KeepaliveEmpty:
    case KeepaliveByPing:
      return {1, 0};
    case OftenSearched:
      return {10, 0};
    default:
      return {};
  }
}

}  // namespace

HabitCounts HabitTally::found() const {
  HabitCounts found;
  for (std::size_t i = 0; i < kHabits; ++i) {
    const auto habit = static_cast<Habit>(i);
    const Rule rule = rule_of(habit);
    if (counts_[i].hits >= rule.least && counts_[i].share() >= rule.share) found[habit] = counts_[i];
  }
  return found;
}

}  // namespace idn::parser
