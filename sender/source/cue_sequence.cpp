// SPDX-License-Identifier: MIT
#include "sender/source/cue_sequence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "idn/stop_token.hpp"

namespace idn::sender {

CueSequence::CueSequence(std::vector<Cue> cues, bool stays) : cues_(std::move(cues)), stays_(stays) {
  std::size_t last = 0;
  for (Cue& cue : cues_) last = cue.number = cue.number != 0 ? cue.number : last + 1;
}

std::string CueSequence::playing() const {
  const std::lock_guard lock(mutex_);
  const std::size_t index = std::min(current_, cues_.size() - 1);
  return cues_.size() == 1 ? cues_[index].name : fmt::format("{} {}", cues_[index].number, cues_[index].name);
}

void CueSequence::call_beside(int step) {
  const std::lock_guard lock(mutex_);
  const std::size_t from = called_.value_or(std::min(current_, cues_.size() - 1));
  called_ = (step > 0 ? from + 1 : from + cues_.size() - 1) % cues_.size();
}

bool CueSequence::call(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  const auto called = std::ranges::find(cues_, number, &Cue::number);
  if (called == cues_.end()) return false;
  called_ = static_cast<std::size_t>(called - cues_.begin());
  return true;
}

bool CueSequence::has(std::uint32_t number) const {
  return std::ranges::find(cues_, number, &Cue::number) != cues_.end();
}

bool CueSequence::has_call() const {
  const std::lock_guard lock(mutex_);
  return called_.has_value();
}

void CueSequence::jump_to_called() {
  if (!called_) return;
  current_ = *std::exchange(called_, {});
  cues_[current_].pictures->rewind();
}

bool CueSequence::next(std::vector<LaserSample>& picture) {
  const std::lock_guard lock(mutex_);
  jump_to_called();
  while (current_ < cues_.size()) {
    if (cues_[current_].pictures->next(picture)) return true;
    if (stays_) {
      cues_[current_].pictures->rewind();
      return cues_[current_].pictures->next(picture);
    }
    if (++current_ < cues_.size())
      cues_[current_].pictures->rewind();  // a call of another cue may have left it in the middle
  }
  return false;
}

void CueSequence::rewind() {
  const std::lock_guard lock(mutex_);
  for (const auto& cue : cues_) cue.pictures->rewind();
  current_ = 0;
}

std::uint64_t CueSequence::pictures() const {
  std::uint64_t sum = 0;
  for (const auto& cue : cues_) sum += cue.pictures->pictures();
  return sum;
}

std::uint64_t CueSequence::samples() const {
  std::uint64_t sum = 0;
  for (const auto& cue : cues_) sum += cue.pictures->samples();
  return sum;
}

std::size_t CuePlayer::read(std::span<LaserSample> out, stop_token stop) {
  std::size_t count = 0;
  do {
    if (cues_.has_call()) {
      if (on_call_) on_call_();
      player_.end_picture();
    }
    count = player_.read(out, stop);
  } while (count > 0 && cues_.has_call());  // called meanwhile: what was read is not to be shown any more
  return count;
}

}  // namespace idn::sender
