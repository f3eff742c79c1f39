// SPDX-License-Identifier: MIT
#include "idn_parser/measure/fragment_habits.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

bool begins_with(ConstBytes octets, ConstBytes start) noexcept {
  return !start.empty() && octets.size() >= start.size() &&
         std::ranges::equal(octets.first(start.size()), start);
}

}  // namespace

void FragmentHabits::take(const wire::ChannelMessage& message, ConstBytes payload, HabitTally& tally) {
  if (wire::is_sequel(message.header.type)) return take_sequel(message, tally);
  had_whole_ = message.header.type == wire::ChunkType::Frame;
  if (had_whole_) {
    in_frame_ = is_over_ = false;
    return;
  }
  if (in_frame_) tally.note(Habit::FragmentFirstOnly, sequels_ == 0);
  const auto behind = sequel_at_ ? static_cast<std::uint32_t>(message.header.timestamp) -
                                       static_cast<std::uint32_t>(*sequel_at_)
                                 : 0;
  tally.note(Habit::FragmentBackwards, static_cast<std::int32_t>(behind) < 0);
  first_at_ = message.header.timestamp;
  in_frame_ = true;
  is_over_ = false;
  sequels_ = 0;
  const ConstBytes head = message.data.first(std::min(message.data.size(), wire::ChunkHeader::kSize));
  chunk_header_.assign(head.begin(), head.end());
  configuration_.clear();
  if (!message.config) return;
  const ConstBytes config = payload.subspan(wire::ChannelMessageHeader::kSize, message.config->wire_size());
  configuration_.assign(config.begin(), config.end());
}

void FragmentHabits::restart() noexcept {
  had_whole_ = in_frame_ = is_over_ = false;
  sequel_at_.reset();
}

void FragmentHabits::take_sequel(const wire::ChannelMessage& message, HabitTally& tally) {
  tally.note(Habit::FragmentChunkHeader, begins_with(message.data, chunk_header_));
  tally.note(Habit::FragmentConfiguration, begins_with(message.data, configuration_));
  tally.note(Habit::FragmentOfWhole, had_whole_);
  if (in_frame_) tally.note(Habit::FragmentOneTimestamp, message.header.timestamp == first_at_);
  tally.note(Habit::FragmentAfterLast, in_frame_ && is_over_);
  sequel_at_ = message.header.timestamp;
  ++sequels_;
  if (message.header.is_last_fragment()) is_over_ = true;
}

}  // namespace idn::parser
