// SPDX-License-Identifier: MIT
#include "idn_parser/measure/media_gaps.hpp"

#include <algorithm>

namespace idn::parser {

void MediaGaps::add(const Chunk& chunk) {
  if (chunk.is_late) return fill(chunk);
  const bool begins_anew = has_begun_ && (chunk.begins_axis || is_new_axis(chunk));
  const bool is_pause = has_begun_ && !chunk.follows_loss && ends_dark_ && chunk.media > end_ + kRounding;
  if (begins_anew) ++facts_.restarts;
  if (begins_anew || is_pause) finish();
  if (begins_anew || is_pause || !has_begun_) end_ = chunk.media;
  has_begun_ = true;
  last_arrival_ = chunk.at.time;
  if (chunk.media > end_ + kRounding) {
    if (open_.size() == kMaxOpen) close_first();
    open_.push_back({end_, chunk.media, chunk.at, chunk.follows_loss});
  } else if (chunk.media < end_ - kRounding) {
    fill(chunk);
  }
  if (chunk.media + chunk.duration >= end_) {
    end_ = chunk.media + chunk.duration;
    ends_dark_ = chunk.is_dark;
  }
  close_until(end_ - kLongestStep);
}

bool MediaGaps::is_new_axis(const Chunk& chunk) const noexcept {
  const auto step = chunk.media - end_;
  if (std::chrono::abs(step) <= kLongestStep) return false;
  const auto passed = chunk.at.time - last_arrival_;
  return std::chrono::abs(step - std::chrono::floor<std::chrono::microseconds>(passed)) > kLongestStep;
}

/// Removes the chunk's media time from an open gap. If it lies outside of all gaps, it overlaps earlier chunks.
void MediaGaps::fill(const Chunk& chunk) {
  const auto begin = chunk.media - kRounding, end = chunk.media + chunk.duration + kRounding;
  const auto gap =
      std::ranges::find_if(open_, [=](const OpenGap& g) { return g.begin < end && begin < g.end; });
  const bool fits =
      gap != open_.end() && begin >= gap->begin - 2 * kRounding && end <= gap->end + 2 * kRounding;
  if (!fits && !chunk.is_late) ++facts_.overlaps;  // the gap of a late one may be closed
  if (gap == open_.end()) return;
  const OpenGap before{gap->begin, std::max(begin, gap->begin), gap->at, gap->follows_loss};
  gap->begin = std::min(end, gap->end);
  const auto is_nothing = [](const OpenGap& g) { return g.end - g.begin <= 2 * kRounding; };
  const auto rest = is_nothing(*gap) ? open_.erase(gap) : gap;
  if (!is_nothing(before) && open_.size() < kMaxOpen) open_.insert(rest, before);
}

void MediaGaps::close_until(std::chrono::microseconds media) {
  while (!open_.empty() && open_.front().end <= media) close_first();
}

void MediaGaps::close_first() {
  const OpenGap& gap = open_.front();
  const auto length = gap.end - gap.begin;
  facts_.gaps.add({gap.at, length, gap.follows_loss});
  facts_.total += length;
  facts_.largest = std::max(facts_.largest, length);
  if (gap.follows_loss) ++facts_.after_loss;
  open_.erase(open_.begin());
}

}  // namespace idn::parser
