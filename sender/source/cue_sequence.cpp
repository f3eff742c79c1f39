// SPDX-License-Identifier: MIT
#include "sender/source/cue_sequence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "idn/io/now.hpp"
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
  call_index((step > 0 ? from + 1 : from + cues_.size() - 1) % cues_.size());
}

bool CueSequence::call(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  const auto index = index_of(number);
  if (index) call_index(*index);
  return index.has_value();
}

void CueSequence::call_index(std::size_t index) {
  called_ = index;
  planned_.merge(begun_);
}

std::optional<std::size_t> CueSequence::index_of(std::uint32_t number) const {
  const auto found = std::ranges::find(cues_, number, &Cue::number);
  if (found == cues_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cues_.begin());
}

void CueSequence::plan(std::uint32_t number, Duration at) {
  const std::lock_guard lock(mutex_);
  if (const auto index = index_of(number)) planned_.emplace(at, *index);
}

std::optional<Duration> CueSequence::planned() const {
  const std::lock_guard lock(mutex_);
  return planned_.empty() ? std::nullopt : std::optional(planned_.begin()->first);
}

void CueSequence::begin_planned() {
  const std::lock_guard lock(mutex_);
  if (planned_.empty()) return;
  current_ = planned_.begin()->second;
  cues_[current_].pictures->rewind();
  begun_.insert(planned_.extract(planned_.begin()));
}

bool CueSequence::fulfil(std::uint32_t number, Duration at) {
  const std::lock_guard lock(mutex_);
  const auto index = index_of(number);
  if (!index) return false;
  if (take(begun_, at, *index)) return true;
  take(planned_, at, *index);
  return false;
}

bool CueSequence::take(Plans& plans, Duration at, std::size_t index) {
  const auto [first, end] = plans.equal_range(at);
  const auto found = std::find_if(first, end, [index](const auto& plan) { return plan.second == index; });
  if (found == end) return false;
  plans.erase(found);
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
      next_.reset();  // samples that were to leave before are discarded
    }
    count = player_.read(out.first(begin_planned(out.size())), stop);
  } while (count > 0 && cues_.has_call());  // called meanwhile: what was read is not to be shown any more
  return count;
}

/// Begins planned cues whose time has come with the next sample.
/// @return how many samples there are to the next one, 1 to `most`
std::size_t CuePlayer::begin_planned(std::size_t most) {
  if (!next_) return most;
  for (;;) {
    const auto planned = cues_.planned();
    if (!planned) return most;
    // Anew each time: the wall clock may be set.
    const TimePoint at = io::monotonic_now() + (*planned - io::since_1970());
    const double samples = std::ceil(in_seconds(at - next_->sent_at) * next_->rate.per_second);
    if (samples >= 1) return static_cast<std::size_t>(std::min(samples, static_cast<double>(most)));
    cues_.begin_planned();
    player_.end_picture();
  }
}

}  // namespace idn::sender
