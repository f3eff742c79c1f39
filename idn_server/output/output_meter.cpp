// SPDX-License-Identifier: MIT
#include "idn_server/output/output_meter.hpp"

namespace idn::server {

using analysis::DarkCause;

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

void GaplessMeter::add(const stream::OutputStep& step, bool follows_loss, OutputFacts& facts) noexcept {
  const Duration overlap =
      shown_until_ && step.overrun ? std::max(*shown_until_ - step.begin, Duration{}) : Duration{};
  const Duration level = std::max(step.begin - step.arrival, Duration{}) + overlap;
  BufferLevel& levels = facts.level;
  levels.min = facts.chunks == 0 ? level : std::min(levels.min, level);
  levels.max = std::max(levels.max, level);
  levels.last = level;
  levels.sum += level;
  ++facts.chunks;
  if (step.overrun) ++facts.overruns;
  facts.overrun += overlap;

  const TimePoint begin = std::clamp(step.arrival, step.begin, step.end);
  if (step.timeliness != stream::Timeliness::OnTime) {
    ++facts.late_chunks;
    facts.late += begin - step.begin;
    was_late_ = true;
  }
  if (step.timeliness == stream::Timeliness::Outdated) return;
  facts.latency.add(begin - step.arrival);
  if (shown_until_) {
    const Duration dark = begin - *shown_until_ - step.slewed;
    const DarkCause known = follows_loss ? DarkCause::Lost : DarkCause::Gap;
    if (dark > kRounding) note_dark(dark, was_late_ ? DarkCause::Late : known, facts);
  }
  facts.shown += step.end - begin - overlap;
  shown_until_ = step.end;
  was_late_ = false;
}

void GaplessMeter::note_dark(Duration dark, DarkCause cause, OutputFacts& facts) noexcept {
  switch (cause) {
    case DarkCause::Late:
      ++facts.underruns_late;
      break;
    case DarkCause::Lost:
      ++facts.underruns_lost;
      break;
    case DarkCause::Gap:
      ++facts.underruns_gap;
      break;
  }
  facts.dark += dark;
  facts.longest_dark = std::max(facts.longest_dark, dark);
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
    const Duration passed = due - current_->begin;
    const auto drawings = current_->once ? 1 : (passed + current_->length - Duration{1}) / current_->length;
    const TimePoint end = current_->begin + drawings * current_->length;
    ++facts.frames_drawn;
    facts.frame_repeats += static_cast<std::uint64_t>(drawings - 1);
    facts.shown += drawings * current_->length;
    if (current_->once) facts.dark += std::max(due - end, Duration{});
    next.begin = std::max(due, end);
  }
  current_ = next;
}

}  // namespace idn::server
