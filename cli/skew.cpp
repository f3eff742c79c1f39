// SPDX-License-Identifier: MIT
#include "cli/skew.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/timing_json.hpp"

namespace idn::cli {
namespace {

using Json = nlohmann::ordered_json;

/// For the two ends of the interval, each beyond one in 40.
constexpr std::uint64_t kEnough = 40;

Json spread_json(const SpreadFacts& spread) {
  if (spread.count == 0) return nullptr;
  return {{"count", spread.count},
          {"streams", spread.streams},
          {"spread_p50_us", micros_or_null(spread.p50)},
          {"spread_low_us", micros_or_null(spread.low)},
          {"spread_high_us", micros_or_null(spread.high)},
          {"spread_max_us", micros_or_null(spread.max)},
          {"largest", moment_json(spread.max_at)}};
}

std::string spread_text(const SpreadFacts& spread) {
  const auto us = [](Duration time) { return static_cast<double>(time.count()) / 1000; };
  const std::string interval = spread.low && spread.high
                                   ? fmt::format(" (95 %: {:.0f} to {:.0f})", us(*spread.low), us(*spread.high))
                                   : "";
  return fmt::format("p50 {:.0f} us{}, at most {:.1f} us", us(spread.p50), interval, us(spread.max));
}

}  // namespace

SkewFacts SkewFacts::moved(Duration by) const noexcept {
  SkewFacts facts = *this;
  facts.start.max_at += by;
  facts.running.max_at += by;
  return facts;
}

void SkewMeter::Spreads::add(Duration spread, std::size_t of, Duration at) noexcept {
  if (lengths.count() == 0 || spread > lengths.longest()) max_at = at;
  streams = std::max(streams, of);
  lengths.add(spread);
}

SpreadFacts SkewMeter::Spreads::facts() const noexcept {
  SpreadFacts facts{.count = lengths.count(),
                    .streams = streams,
                    .p50 = lengths.nearest_rank(0.5),
                    .max = lengths.longest(),
                    .max_at = max_at};
  if (facts.count >= kEnough) {
    facts.low = lengths.nearest_rank(0.025);
    facts.high = lengths.nearest_rank(0.975);
  }
  return facts;
}

void SkewMeter::add(const Key& key, const Datagram& datagram) {
  if (!epoch_) epoch_ = datagram.at;
  if (const auto second = (datagram.at - *epoch_) / kSecond; second > second_) {
    finish_second(datagram.at);
    second_ = second;
  }
  const Duration lag = datagram.at - Duration(datagram.media);
  const auto known = streams_.find(key);
  const bool is_new = known == streams_.end();
  if (is_new && streams_.size() >= kMostStreams) return;
  Stream& stream = is_new ? streams_[key] : known->second;
  const bool was_away = !is_new && datagram.at - stream.last >= kDark;
  // What is first in a capture may have been lit before.
  if (is_new) stream.is_new = datagram.is_configured;
  if (is_new || std::chrono::abs(lag - stream.latest) > kJump) {
    stream.base = lag;
    stream.first.reset();
    stream.sum = {};
    stream.datagrams = 0;
  }
  stream.latest = lag;
  stream.last = datagram.at;
  stream.sum += lag - stream.base;
  ++stream.datagrams;
  if (datagram.is_dark) {
    if (!stream.dark_since) stream.dark_since = datagram.at;
    return;
  }
  const bool was_dark = stream.dark_since && datagram.at + datagram.dark_before - *stream.dark_since >= kDark;
  stream.dark_since.reset();
  if (std::exchange(stream.is_new, false) || was_away || was_dark)
    begin_light(key, datagram.at + datagram.dark_before);
}

void SkewMeter::end(const Key& stream) {
  end(stream, stream);
}

void SkewMeter::end(const Key& first, const Key& last) {
  streams_.erase(streams_.lower_bound(first), streams_.upper_bound(last));
}

void SkewMeter::begin_light(const Key& stream, Duration at) {
  if (beginning_.empty() || at - begun_ > kTogether) {
    finish_start();
    begun_ = at;
  }
  if (beginning_.size() < kMostStreams) beginning_.try_emplace(stream, at);
}

void SkewMeter::finish_start() {
  std::vector<Duration> times;
  for (const auto& [stream, at] : beginning_) times.push_back(at);
  beginning_.clear();
  if (times.size() < 2) return;
  std::ranges::sort(times);
  start_.add(times.back() - times.front(), times.size(), times.front());
  for (std::size_t later = 1; later < times.size(); ++later)
    for (std::size_t earlier = 0; earlier < later; ++earlier) any_two_.add(times[later] - times[earlier]);
}

void SkewMeter::finish_second(Duration now) {
  std::optional<Duration> least, most;
  std::size_t count = 0;
  for (auto& [key, stream] : streams_) {
    if (stream.datagrams == 0) continue;
    const Duration mean = stream.sum / stream.datagrams;
    stream.sum = {};
    stream.datagrams = 0;
    if (!stream.first) stream.first = mean;
    const Duration moved = mean - *stream.first;
    least = std::min(least.value_or(moved), moved);
    most = std::max(most.value_or(moved), moved);
    ++count;
  }
  if (count >= 2) running_.add(*most - *least, count, *epoch_ + second_ * kSecond);
  std::erase_if(streams_, [now](const auto& entry) { return now - entry.second.last >= kForgotten; });
}

void SkewMeter::finish() {
  finish_start();
  if (epoch_) finish_second(*epoch_);
}

SkewFacts SkewMeter::facts() const {
  return {.start = start_.facts(),
          .any_two_p50 = any_two_.percentile(500),
          .any_two_p99 = any_two_.percentile(990),
          .running = running_.facts()};
}

Json skew_json(const SkewFacts& facts) {
  if (facts.is_empty()) return nullptr;
  Json json{{"start", spread_json(facts.start)}, {"running", spread_json(facts.running)}};
  if (facts.start.count > 0) {
    json["start"]["any_two_p50_us"] = micros_or_null(facts.any_two_p50);
    json["start"]["any_two_p99_us"] = micros_or_null(facts.any_two_p99);
  }
  return json;
}

std::string skew_text(const SkewFacts& facts) {
  std::string text;
  if (const auto& start = facts.start; start.count > 0)
    text = fmt::format("{} streams began together{}, first to last {}", start.streams,
                       start.count == 1 ? "" : fmt::format(" {} times", start.count), spread_text(start));
  if (const auto& running = facts.running; running.count > 0)
    text += fmt::format("{}{} streams moved apart in {} s by {}", text.empty() ? "" : "; ", running.streams,
                        running.count, spread_text(running));
  return text;
}

}  // namespace idn::cli
