// SPDX-License-Identifier: MIT
#include "viewer/model/timeline.hpp"

#include <algorithm>
#include <utility>

#include "idn/stream/send/blanked_move.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Shorter frames are repeated several times per chunk, so that they do not make millions of chunks.
constexpr Duration kShortestRepetition = 1ms;
/// After this silence of the sender its frames are no longer repeated (section 1.8.1: link time-out).
constexpr Duration kLinkTimeout = 1s;
/// After this silence, darkness is no underrun: nothing comes that could be late.
constexpr Duration kShortestSilence = 200ms;
/// Limit of 1'000'000 samples per second, more than any scanner takes.
constexpr Duration kShortestSample = 1us;

/// Largest distance of a chunk from the end of the one before at which it still follows without a gap:
/// timestamps are rounded to microseconds, and an adaptive output may shift its playout by 1 % of the elapsed
/// time.
Duration rounding(const Chunk& chunk) {
  return 5us + chunk.length / 50 + 2 * chunk.length / static_cast<std::int64_t>(chunk.count);
}

SampleRate rate_of(Duration length, std::size_t count) {
  const auto per_second = static_cast<std::int64_t>(count) * 1'000'000'000 / length.count();
  return {static_cast<std::uint32_t>(std::clamp<std::int64_t>(per_second, 1, SampleRate::kMax))};
}

/// `data`, preceded by a blanked move from `from` to its first sample.
std::shared_ptr<const Samples> after_blanked_move(const LaserSample& from,
                                                  const std::shared_ptr<const Samples>& data, SampleRate rate) {
  auto drawn = std::make_shared<Samples>();
  stream::append_blanked_move(from, data->values.front(), rate, drawn->values);
  if (drawn->values.empty()) return data;
  const auto offset = static_cast<std::uint32_t>(drawn->values.size());
  drawn->values.insert(drawn->values.end(), data->values.begin(), data->values.end());
  for (const auto start : data->datagram_starts) drawn->datagram_starts.push_back(start + offset);
  return drawn;
}

Duration scaled(Duration length, std::size_t from, std::size_t to) {
  return length * static_cast<std::int64_t>(to) / static_cast<std::int64_t>(from);
}

}  // namespace

TimePoint Chunk::time_of(std::size_t index) const noexcept {
  return begin + scaled(length, count, index);
}

std::size_t Chunk::index_at(TimePoint time) const noexcept {
  const auto passed = std::clamp<Duration>(time - begin, 0ns, length).count();
  auto index = static_cast<std::size_t>(static_cast<double>(passed) / static_cast<double>(length.count()) *
                                        static_cast<double>(count));
  index = std::min(index, count - 1);
  while (index + 1 < count && time_of(index + 1) <= time) ++index;
  while (index > 0 && time_of(index) > time) --index;
  return index;
}

std::string_view to_string(DarkReason reason) noexcept {
  switch (reason) {
    case DarkReason::Underrun:
      return "underrun";
    case DarkReason::Silence:
      return "nothing arrives";
    case DarkReason::EmptyFrame:
      return "empty frame";
    case DarkReason::Closed:
      return "closed";
    case DarkReason::Aborted:
      return "aborted";
    case DarkReason::LinkLost:
      return "link lost";
    case DarkReason::ConfigurationLost:
      return "configuration lost";
    case DarkReason::Rerouted:
      return "rerouted";
  }
  return "dark";
}

DarkReason dark_reason(stream::EndReason reason) noexcept {
  switch (reason) {
    case stream::EndReason::Closed:
      return DarkReason::Closed;
    case stream::EndReason::Aborted:
      return DarkReason::Aborted;
    case stream::EndReason::LinkTimeout:
    case stream::EndReason::SessionTimeout:
      return DarkReason::LinkLost;
    case stream::EndReason::ConfigurationLost:
      return DarkReason::ConfigurationLost;
    case stream::EndReason::Rerouted:
    case stream::EndReason::GroupExcluded:
      break;
  }
  return DarkReason::Rerouted;
}

void Timeline::play_wave(TimePoint begin, Duration length, std::shared_ptr<const Samples> data) {
  if (data->values.empty() || length <= 0ns) return;
  extend(begin);
  repetition_.reset();
  const std::size_t count = data->values.size();
  samples_ += count;
  Chunk chunk{.begin = begin, .length = length, .data = std::move(data), .count = count, .cost = count};
  join(chunk);
  if (chunk.count > 0) append(std::move(chunk));
}

void Timeline::play_frame(TimePoint begin, Duration length, std::shared_ptr<const Samples> data, bool once) {
  extend(begin);
  repetition_.reset();
  if (data->values.empty()) return go_dark(begin, DarkReason::EmptyFrame);
  const std::size_t count = data->values.size();
  samples_ += count;
  length = std::max(length, kShortestSample * static_cast<std::int64_t>(count));
  const SampleRate rate = rate_of(length, count);
  const auto drawn = chunks_.empty() ? data : after_blanked_move(chunks_.back().samples().back(), data, rate);
  const auto back = after_blanked_move(data->values.back(), data, rate);
  if (!is_dark() && !chunks_.empty()) begin = std::max(begin, end());
  if (is_dark()) begin = std::max(begin, darks_.back().begin);
  if (!is_dark() && !chunks_.empty() && begin > end())
    darks_.push_back({end(), begin, reason_without_samples(begin)});
  end_dark(begin);
  append({.begin = begin,
          .length = scaled(length, count, drawn->values.size()),
          .data = drawn,
          .count = drawn->values.size(),
          .is_frame = true,
          .cost = drawn->values.size()});
  if (!once) repetition_ = {scaled(length, count, back->values.size()), back, back->values.size()};
}

void Timeline::go_dark(TimePoint at, DarkReason reason) {
  extend(at);
  repetition_.reset();
  if (reason != DarkReason::Closed) cut(at);
  // Until the loss is known, the output has nothing to show.
  if (reason == DarkReason::LinkLost && !is_dark() && !chunks_.empty() && at > end())
    darks_.push_back({end(), at, reason_without_samples(at)});
  if (!chunks_.empty()) at = std::max(at, end());
  if (is_dark() && darks_.back().reason == reason && darks_.back().begin <= at)
    return;  // already dark for this reason
  end_dark(at);
  darks_.push_back({.begin = at, .reason = reason});
  if (darks_.size() > limits_.chunks) darks_.pop_front();
}

void Timeline::extend(TimePoint now) {
  if (heard_) now = std::min(now, *heard_ + kLinkTimeout);
  while (repetition_ && end() < now) repeat();
}

/// Appends a repetition of the current frame; of a very short frame, several in one chunk.
void Timeline::repeat() {
  if (repetition_->length < kShortestRepetition) {
    const auto times = static_cast<std::size_t>(kShortestRepetition / repetition_->length + 1);
    auto many = std::make_shared<Samples>();
    for (std::size_t i = 0; i < times; ++i)
      many->values.insert(many->values.end(), repetition_->data->values.begin(),
                          repetition_->data->values.end());
    repetition_ = {repetition_->length * static_cast<std::int64_t>(times), many, many->values.size()};
  }
  append({.begin = end(),
          .length = repetition_->length,
          .data = repetition_->data,
          .count = repetition_->data->values.size(),
          .is_frame = true,
          .is_repeat = true,
          .cost = std::exchange(repetition_->cost, 0)});
}

std::size_t Timeline::chunk_at(TimePoint time) const noexcept {
  const auto found = std::ranges::upper_bound(chunks_, time, {}, &Chunk::end);
  return static_cast<std::size_t>(found - chunks_.begin());
}

std::optional<DarkReason> Timeline::dark_at(TimePoint time) const noexcept {
  const auto dark = std::ranges::find_if(darks_.rbegin(), darks_.rend(),
                                         [time](const Dark& d) { return d.begin <= time && time < d.end; });
  if (dark != darks_.rend()) return dark->reason;
  if (!chunks_.empty() && time >= end() && end() < source_end_ && !repetition_)
    return reason_without_samples(time);
  return std::nullopt;
}

DarkReason Timeline::reason_without_samples(TimePoint at) const noexcept {
  return heard_ && at - *heard_ > kShortestSilence ? DarkReason::Silence : DarkReason::Underrun;
}

void Timeline::end_dark(TimePoint at) {
  if (!is_dark()) return;
  darks_.back().end = std::max(at, darks_.back().begin);
  if (darks_.back().end == darks_.back().begin) darks_.pop_back();
}

/// Aligns a wave chunk with the end of the time line: closes a rounding gap, inserts an underrun, or cuts off
/// late samples. The chunk is left empty if all of it is late.
void Timeline::join(Chunk& chunk) {
  TimePoint free = chunks_.empty() ? chunk.begin : end();
  if (is_dark()) free = darks_.back().begin;
  const Duration gap = chunk.begin - free;
  if (is_dark() && gap >= 0ns) return end_dark(chunk.begin);
  if (!is_dark() && !chunks_.empty() && std::chrono::abs(gap) <= rounding(chunk) &&
      chunks_.back().length + gap > 0ns) {
    chunks_.back().length += gap;
    return;
  }
  if (gap > 0ns) darks_.push_back({free, chunk.begin, reason_without_samples(chunk.begin)});
  if (gap >= 0ns) return;
  const std::size_t late = chunk.end() <= free ? chunk.count : chunk.index_at(free - 1ns) + 1;
  outdated_ += late;
  const TimePoint chunk_end = chunk.end();
  chunk.begin = chunk.time_of(late);
  chunk.first += late;
  chunk.count -= late;
  chunk.length = chunk_end - chunk.begin;
  if (chunk.count > 0) end_dark(chunk.begin);
}

void Timeline::append(Chunk chunk) {
  kept_ += chunk.cost;
  chunks_.push_back(std::move(chunk));
  forget();
}

void Timeline::cut(TimePoint at) {
  while (!chunks_.empty() && chunks_.back().begin >= at) {
    kept_ -= chunks_.back().cost;
    chunks_.pop_back();
  }
  if (chunks_.empty() || chunks_.back().end() <= at) return;
  Chunk& last = chunks_.back();
  const std::size_t shown = last.index_at(at - 1ns) + 1;
  last.length = last.time_of(shown) - last.begin;
  last.count = shown;
}

void Timeline::forget() {
  const auto is_too_much = [this] {
    return kept_ > limits_.samples || chunks_.size() > limits_.chunks ||
           end() - chunks_.front().end() > limits_.length;
  };
  while (chunks_.size() > 1 && is_too_much()) {
    kept_ -= chunks_.front().cost;
    chunks_.pop_front();
    has_forgotten_ = true;
  }
  while (!darks_.empty() && darks_.front().end <= begin()) darks_.pop_front();
  while (darks_.size() > limits_.chunks) darks_.pop_front();
}

}  // namespace idn::viewer
