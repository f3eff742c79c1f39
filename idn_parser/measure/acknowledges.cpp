// SPDX-License-Identifier: MIT
#include "idn_parser/measure/acknowledges.hpp"

#include <algorithm>

#include "idn/statistics.hpp"

namespace idn::parser {
namespace {

/// From request to answer; nothing where both times cannot be compared: two clocks, or a clock that was set.
/// Files whose clocks have one name may still be of two computers.
std::optional<Duration> latency_between(const capture::CapturePosition& request,
                                        const capture::CapturePosition& answer) {
  constexpr Duration kLongestAcrossFiles = std::chrono::seconds(1);
  const Duration latency = answer.time - request.time;
  if (request.clock != answer.clock || latency < Duration{0}) return std::nullopt;
  if (request.file != answer.file && latency > kLongestAcrossFiles) return std::nullopt;
  return latency;
}

}  // namespace

void FieldRange::add(std::uint32_t value) noexcept {
  if (value == 0) return;
  min = values == 0 ? value : std::min(min, value);
  max = std::max(max, value);
  ++values;
  mean += (value - mean) / static_cast<double>(values);
}

void Acknowledges::asked(std::uint16_t sequence, const capture::CapturePosition& at) {
  ++facts_.requests;
  const auto early = early_.find(sequence);
  if (early != early_.end() && belongs(early->second, at)) {
    early_.erase(early);
    --facts_.unasked;
    ++facts_.answered;
    ++facts_.untimed;
    return;
  }
  waiting_[sequence] = {at};
}

/// Further answers of a request, as a second interface captures them, are left over, and must not answer the
/// request that has this number after the next wrap: by then there are many requests more.
bool Acknowledges::belongs(const EarlyAnswer& answer, const capture::CapturePosition& request) const noexcept {
  constexpr std::uint64_t kMostBehind = 64;
  const bool is_of_other = answer.at.clock != request.clock || answer.at.file != request.file;
  return is_of_other && (answer.requests == 0 || facts_.requests - answer.requests <= kMostBehind);
}

void Acknowledges::asked_again(std::uint16_t sequence, const capture::CapturePosition& at) {
  const auto request = waiting_.find(sequence);
  if (request != waiting_.end() && request->second.first.clock != at.clock)
    request->second.copy = at;
  else
    repeated_.insert(sequence);
}

void Acknowledges::answered(std::uint16_t sequence, ConstBytes payload, const capture::CapturePosition& at) {
  ByteReader in(payload);
  const auto ack = wire::Acknowledge::decode(in);
  if (!ack) {
    ++facts_.unreadable;
    return;
  }
  match(sequence, at);
  if (wire::is_failure(ack->result)) ++facts_.refusals;
  facts_.link_quality.add(ack->link_quality);
  facts_.latency_field.add(ack->latency_us);
  facts_.input_events.add(ack->input_events);
  facts_.pipeline_events.add(ack->pipeline_events);
  if (ack->result != wire::AckResult::Accepted || ack->input_events != 0 || ack->pipeline_events != 0)
    facts_.events.add({at, ack->result, ack->input_events, ack->pipeline_events});
}

void Acknowledges::match(std::uint16_t sequence, const capture::CapturePosition& answer) {
  const auto request = waiting_.find(sequence);
  if (request == waiting_.end()) {
    if (repeated_.erase(sequence) > 0) return;  // one more answer to a request that came twice
    ++facts_.unasked;
    early_[sequence] = {answer, facts_.requests};
    return;
  }
  ++facts_.answered;
  auto latency = latency_between(request->second.first, answer);
  if (!latency && request->second.copy) latency = latency_between(*request->second.copy, answer);
  waiting_.erase(request);
  if (!latency) {
    ++facts_.untimed;
    return;
  }
  latencies_.push_back(*latency);
  facts_.latency_over_time.add(answer.time, *latency);
}

AcknowledgeFacts Acknowledges::facts() const {
  AcknowledgeFacts facts = facts_;
  if (latencies_.empty()) return facts;
  std::vector<Duration> values = latencies_;
  const auto [min, max] = std::ranges::minmax(values);
  facts.latency = LatencyPercentiles{min, percentile(values, 500), percentile(values, 990), max};
  return facts;
}

}  // namespace idn::parser
