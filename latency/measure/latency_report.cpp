// SPDX-License-Identifier: MIT
#include "latency/measure/latency_report.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace idn::latency {
namespace {

/// Index of items by their 16-bit numbers, which may repeat.
template <class Item, class NumberOf, class TimeOf>
class ByNumber {
 public:
  ByNumber(const std::vector<Item>& items, NumberOf number_of, TimeOf time_of)
      : items_(items), time_of_(time_of) {
    for (std::size_t i = 0; i < items.size(); ++i) places_[number_of(items[i])].push_back(i);
  }

  /// The last item with that number and a time not after `until`.
  const Item* find(std::uint16_t number, TimePoint until) const {
    const auto found = places_.find(number);
    if (found == places_.end()) return nullptr;
    const Item* last = nullptr;
    for (const std::size_t place : found->second)
      if (time_of_(items_[place]) <= until) last = &items_[place];
    return last;
  }

 private:
  const std::vector<Item>& items_;
  TimeOf time_of_;
  std::unordered_map<std::uint16_t, std::vector<std::size_t>> places_;
};

/// Due time of a datagram of another program, estimated from its timestamp; see MarkerWatch::earliest().
std::optional<TimePoint> due_by_timestamp(const SeenMarker& seen, const RawMeasurement& raw) {
  if (seen.axis >= raw.earliest.size()) return std::nullopt;
  return TimePoint(seen.media + raw.earliest[seen.axis]);
}

StageTimestamps stamps_of(const AnsweredTrigger& answer, const SeenMarker& seen, const io::SentDatagram* sent,
                          const RawMeasurement& raw) {
  StageTimestamps stamps{
      .trigger = answer.trigger.at, .handed = answer.handed, .arrived = seen.arrived, .shown = seen.shown};
  if (sent == nullptr) {
    if (raw.datagrams.empty()) stamps.due = due_by_timestamp(seen, raw);
    return stamps;
  }
  stamps.due = sent->due;
  stamps.called = sent->called;
  if (sent->stamp != io::TimestampSource::Missing) stamps.left = sent->left;
  return stamps;
}

}  // namespace

LatencyReport evaluate(const RawMeasurement& raw) {
  const ByNumber answers(
      raw.answers, [](const AnsweredTrigger& answer) { return answer.trigger.number; },
      [](const AnsweredTrigger& answer) { return answer.handed; });
  const ByNumber datagrams(
      raw.datagrams, [](const io::SentDatagram& sent) { return sent.sequence; },
      [](const io::SentDatagram& sent) { return sent.called; });
  LatencyReport result{.sent = raw.sent};
  std::unordered_set<const AnsweredTrigger*> shown;
  std::vector<StageTimes> times;
  for (const SeenMarker& seen : raw.seen) {
    const AnsweredTrigger* const answer = answers.find(seen.number, seen.arrived);
    if (answer == nullptr || !shown.insert(answer).second) continue;
    if (!seen.in_time) {
      ++result.not_in_time;
      continue;
    }
    const io::SentDatagram* const sent = datagrams.find(seen.sequence, seen.arrived);
    if (sent != nullptr && sent->stamp != io::TimestampSource::Missing) {
      result.stamp = result.stamped++ == 0 ? sent->stamp : std::min(result.stamp, sent->stamp);
    }
    result.triggers.push_back({seen.number, stamps_of(*answer, seen, sent, raw)});
    times.emplace_back(result.triggers.back().stamps);
  }
  result.lost = result.sent - std::min(result.sent, result.triggers.size() + result.not_in_time);
  result.summary = summarise(times);
  return result;
}

}  // namespace idn::latency
