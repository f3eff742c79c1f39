// SPDX-License-Identifier: MIT
#include "idn_parser/measure/acknowledges.hpp"

#include <algorithm>

namespace idn::parser {
namespace {

/// Percentile by nearest rank. `sorted` is in ascending order and not empty.
Duration nearest_rank(const std::vector<Duration>& sorted, std::size_t percent) {
  return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

}  // namespace

void FieldRange::add(std::uint32_t value) noexcept {
  if (value == 0) return;
  min = values == 0 ? value : std::min(min, value);
  max = std::max(max, value);
  ++values;
  mean += (value - mean) / static_cast<double>(values);
}

void Acknowledges::asked(std::uint16_t sequence, Duration time) noexcept {
  ++facts_.requests;
  requests_[next_] = {sequence, true, time};
  next_ = (next_ + 1) % kMostWaiting;
}

void Acknowledges::answered(std::uint16_t sequence, ConstBytes payload, const capture::CapturePosition& at) {
  ByteReader in(payload);
  const auto ack = wire::Acknowledge::decode(in);
  if (!ack) {
    ++facts_.unreadable;
    return;
  }
  record_latency(sequence, at.time);
  if (wire::is_failure(ack->result)) ++facts_.refusals;
  facts_.link_quality.add(ack->link_quality);
  facts_.latency_field.add(ack->latency_us);
  facts_.input_events.add(ack->input_events);
  facts_.pipeline_events.add(ack->pipeline_events);
  if (ack->result != wire::AckResult::Accepted || ack->input_events != 0 || ack->pipeline_events != 0)
    facts_.events.add({at, ack->result, ack->input_events, ack->pipeline_events});
}

void Acknowledges::record_latency(std::uint16_t sequence, Duration time) {
  const auto request =
      std::ranges::find_if(requests_, [=](const Request& r) { return r.is_waiting && r.sequence == sequence; });
  if (request == requests_.end()) {
    ++facts_.unasked;
    return;
  }
  request->is_waiting = false;
  ++facts_.answered;
  const Duration latency = time - request->time;
  latencies_.push_back(latency);
  facts_.latency_over_time.add(time, latency);
}

AcknowledgeFacts Acknowledges::facts() const {
  AcknowledgeFacts facts = facts_;
  if (latencies_.empty()) return facts;
  std::vector<Duration> sorted = latencies_;
  std::ranges::sort(sorted);
  facts.latency =
      LatencyPercentiles{sorted.front(), nearest_rank(sorted, 50), nearest_rank(sorted, 99), sorted.back()};
  return facts;
}

}  // namespace idn::parser
