// SPDX-License-Identifier: MIT
#include "idn_server/output/output_meter.hpp"

#include <algorithm>
#include <utility>

namespace idn::server {

using analysis::DarkCause;

namespace {

void note_level(Duration level, OutputFacts& facts) noexcept {
  LevelFacts& levels = facts.level;
  levels.min = facts.chunks == 0 ? level : std::min(levels.min, level);
  levels.max = std::max(levels.max, level);
  levels.last = level;
  levels.sum += level;
  ++facts.chunks;
}

void record_dark(Duration dark, DarkCause cause, OutputFacts& facts) noexcept {
  if (cause == DarkCause::Late) ++facts.underruns_late;
  if (cause == DarkCause::Lost) ++facts.underruns_lost;
  if (cause == DarkCause::Gap) ++facts.underruns_gap;
  facts.dark += dark;
  facts.longest_dark = std::max(facts.longest_dark, dark);
}

}  // namespace

void OutputFacts::add(const OutputFacts& others) noexcept {
  chunks += others.chunks;
  underruns_late += others.underruns_late;
  underruns_lost += others.underruns_lost;
  underruns_gap += others.underruns_gap;
  overruns += others.overruns;
  late_chunks += others.late_chunks;
  dark += others.dark;
  longest_dark = std::max(longest_dark, others.longest_dark);
  late += others.late;
  overrun += others.overrun;
  shown += others.shown;
  latency.add(others.latency);
  frames_drawn += others.frames_drawn;
  frame_repeats += others.frame_repeats;
  frames_skipped += others.frames_skipped;
  thinned_samples += others.thinned_samples;
}

void FixedMeter::add(const stream::PlayoutReport& step, bool follows_loss, OutputFacts& facts) {
  const std::uint64_t accepted_before = receiver_.accepted();
  const Duration level = receiver_.add({.arrival = step.arrival.time_since_epoch(),
                                        .media = std::chrono::microseconds(step.media_us),
                                        .duration = std::chrono::microseconds(step.duration_us),
                                        .follows_loss = follows_loss,
                                        .is_late = step.is_late});
  if (receiver_.accepted() > accepted_before) note_level(level, facts);
  if (const auto latency = receiver_.latency()) facts.latency.add(*latency);
  count(facts);
}

void FixedMeter::stop(OutputFacts& facts) {
  receiver_.finish();
  count(facts);
}

void FixedMeter::count(OutputFacts& facts) const noexcept {
  const analysis::PlaybackTotals& totals = receiver_.totals();
  facts.underruns_late = totals.underruns_late;
  facts.underruns_lost = totals.underruns_lost;
  facts.underruns_gap = totals.underruns_gap;
  facts.overruns = totals.overruns;
  facts.late_chunks = totals.late_chunks;
  facts.dark = totals.dark;
  facts.longest_dark = totals.longest_dark;
  facts.late = totals.late;
  facts.overrun = totals.overrun;
  facts.shown = totals.played;
}

void AdaptiveMeter::add(const stream::PlayoutReport& step, bool follows_loss, OutputFacts& facts) noexcept {
  if (!step.is_placed) {
    if (step.is_late) ++facts.late_chunks;
    if (step.is_late) facts.late += std::chrono::microseconds(step.duration_us);
    return;
  }
  const Duration level = std::max(step.begin - step.arrival, Duration{}) + step.skipped;
  note_level(level, facts);
  count_passed(step.arrival, facts);
  if (step.overrun) skip(step.arrival, step.skipped, facts);

  const TimePoint begin = std::clamp(step.arrival, step.begin, step.end);
  if (step.timeliness != stream::Timeliness::OnTime) {
    ++facts.late_chunks;
    facts.late += begin - step.begin;
    was_late_ = true;
  }
  if (step.timeliness == stream::Timeliness::Outdated) return;
  facts.latency.add(begin - step.arrival);
  if (shown_until_) {
    const TimePoint expected = *shown_until_ + step.slewed;
    const DarkCause known = follows_loss ? DarkCause::Lost : DarkCause::Gap;
    if (begin - expected > kRounding) add_gap({expected, begin, was_late_ ? DarkCause::Late : known}, facts);
  }
  if (!shown_until_) lit_from_ = begin;
  facts.shown += step.end - begin;
  shown_until_ = step.end;
  was_late_ = false;
}

void AdaptiveMeter::stop(OutputFacts& facts) noexcept {
  count_passed(kNever, facts);
  shown_until_.reset();
}

/// Counts the gaps that have passed; they are sorted by time.
void AdaptiveMeter::count_passed(TimePoint now, OutputFacts& facts) noexcept {
  std::size_t passed = 0;
  for (; passed < gaps_ahead_ && ahead_[passed].end <= now; ++passed) {
    const Gap& gap = ahead_[passed];
    record_dark(gap.end - gap.begin, gap.cause, facts);
  }
  std::shift_left(ahead_.begin(), ahead_.end(), static_cast<std::ptrdiff_t>(passed));
  gaps_ahead_ -= passed;
}

/// Removes the next `skipped` of output time, light and gaps, and moves everything after it earlier.
void AdaptiveMeter::skip(TimePoint now, Duration skipped, OutputFacts& facts) noexcept {
  const auto moved = [&](TimePoint time) {
    return time < now ? time : std::max(time, now + skipped) - skipped;
  };
  Duration light{};
  if (shown_until_)
    light = std::max(std::min(*shown_until_, now + skipped) - std::max(lit_from_, now), Duration{});
  const auto before = ahead_;
  const std::size_t count = std::exchange(gaps_ahead_, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const Gap gap{moved(before[i].begin), moved(before[i].end), before[i].cause};
    light -= (before[i].end - before[i].begin) - (gap.end - gap.begin);
    if (gap.end > gap.begin) add_gap(gap, facts);
  }
  lit_from_ = moved(lit_from_);
  if (shown_until_) shown_until_ = moved(*shown_until_);
  ++facts.overruns;
  facts.overrun += light;
  facts.shown -= light;
}

/// Joins gaps without light in between. If there is no room for one more, the first is counted as passed.
void AdaptiveMeter::add_gap(const Gap& gap, OutputFacts& facts) noexcept {
  if (gaps_ahead_ > 0 && ahead_[gaps_ahead_ - 1].end == gap.begin) {
    ahead_[gaps_ahead_ - 1].end = gap.end;
    ahead_[gaps_ahead_ - 1].cause = gap.cause;
    return;
  }
  if (gaps_ahead_ == ahead_.size()) count_passed(ahead_.front().end, facts);
  ahead_[gaps_ahead_++] = gap;
}

void FrameMeter::add(const stream::SampleChunk& frame, OutputFacts& facts) noexcept {
  ++facts.chunks;
  const TimePoint due = std::max(frame.playout, frame.arrival);
  facts.latency.add(due - frame.arrival);
  Drawn next{due, std::chrono::microseconds(frame.samples.empty() ? 0 : frame.duration_us), frame.once};
  if (current_ && due <= current_->begin) {
    ++facts.frames_skipped;
    next.begin = current_->begin;
  } else if (current_ && current_->length > Duration{}) {
    const TimePoint end = count_drawings(*current_, due, facts);
    if (current_->once) facts.dark += std::max(due - end, Duration{});
    next.begin = std::max(due, end);
  }
  current_ = next;
}

void FrameMeter::stop(TimePoint at, OutputFacts& facts) noexcept {
  if (current_ && current_->length > Duration{} && at > current_->begin) count_drawings(*current_, at, facts);
  current_.reset();
}

TimePoint FrameMeter::count_drawings(const Drawn& frame, TimePoint until, OutputFacts& facts) noexcept {
  const Duration passed = until - frame.begin;
  const auto drawings = frame.once ? 1 : (passed + frame.length - Duration{1}) / frame.length;
  ++facts.frames_drawn;
  facts.frame_repeats += static_cast<std::uint64_t>(drawings - 1);
  facts.shown += drawings * frame.length;
  return frame.begin + drawings * frame.length;
}

}  // namespace idn::server
