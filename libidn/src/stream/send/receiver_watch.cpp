// SPDX-License-Identifier: MIT
#include "stream/send/receiver_watch.hpp"

#include <algorithm>
#include <utility>

namespace idn::stream {
namespace {

ReceiverState state_of_result(wire::AckResult result) {
  switch (result) {
    case wire::AckResult::Occupied:
      return ReceiverState::Occupied;
    case wire::AckResult::GroupExcluded:
      return ReceiverState::GroupExcluded;
    default:
      return ReceiverState::Refused;
  }
}

/// A failed routing sets further event bits, so the cause is checked before its consequences.
ReceiverState state_of(const wire::Acknowledge& ack) {
  namespace event = wire::pipeline_event;
  const auto has = [&](std::uint16_t events) { return (ack.pipeline_events & events) != 0; };
  if (wire::is_failure(ack.result)) return state_of_result(ack.result);
  if (has(event::kServiceBusy)) return ReceiverState::Muted;
  if (has(event::kServiceUnknown)) return ReceiverState::NoService;
  if (has(event::kConfiguration | event::kMatchValue | event::kChunkType)) return ReceiverState::NotDecoded;
  if (has(event::kClosed)) return ReceiverState::ChannelClosed;
  return ReceiverState::Playing;
}

}  // namespace

std::string_view to_string(ReceiverState state) noexcept {
  switch (state) {
    case ReceiverState::Unknown:
      return "no answer";
    case ReceiverState::Playing:
      return "playing";
    case ReceiverState::Muted:
      return "muted, another client uses the service";
    case ReceiverState::NoService:
      return "not played, there is no such service";
    case ReceiverState::NotDecoded:
      return "not played, the receiver cannot use this format";
    case ReceiverState::ChannelClosed:
      return "not played, the channel is not open there: the receiver has closed it, or got no configuration";
    case ReceiverState::GroupExcluded:
      return "refused, this client group is excluded";
    case ReceiverState::Occupied:
      return "refused, all sessions are occupied";
    case ReceiverState::Refused:
      return "refused";
    case ReceiverState::Silent:
      return "silent, it no longer answers";
    case ReceiverState::Dropping:
      return "drops data";
  }
  return "unknown";
}

void ReceiverWatch::close(Request& request) noexcept {
  request.is_open = false;
  --open_;
}

/// Gives up requests that are older than a period. If no acknowledge came at all, the next chunks request one
/// each, so that a receiver is not taken as silent when the network loses a third of the datagrams.
void ReceiverWatch::begin_period(TimePoint now) noexcept {
  for (Request& request : requests_)
    if (request.is_open && now - request.at >= period_) close(request);
  if (!std::exchange(answered_in_period_, false)) {
    ++missed_;
    if (ever_answered_) probes_ = kProbes;
  }
  const bool is_unanswered = !ever_answered_ && ++first_requests_ >= kFirstRequests;
  next_request_ = now + (is_unanswered ? std::max(period_, kUnansweredPeriod) : period_);
}

void ReceiverWatch::asked(std::uint16_t sequence, TimePoint now) noexcept {
  const bool is_probe = !is_due(now);
  if (!is_probe) begin_period(now);
  if (probes_ > 0) --probes_;
  Request& request = requests_[next_++ % kMostOpen];
  if (!request.is_open) ++open_;
  request = {now, std::exchange(chunks_, 0U), sequence, is_probe, true};
  asked_at_ = now;
  if (ever_answered_ && missed_ >= kSilentAfter) state_ = ReceiverState::Silent;
}

/// Detects a silent receiver also while no packet is sent that could carry the next request.
void ReceiverWatch::on_time(TimePoint now) noexcept {
  const bool missed_this = is_due(now) && !answered_in_period_;
  if (ever_answered_ && missed_ + (missed_this ? 1 : 0) >= kSilentAfter) state_ = ReceiverState::Silent;
}

std::optional<ReceiverWatch::Answer> ReceiverWatch::answered(std::uint16_t sequence,
                                                             const wire::Acknowledge& ack,
                                                             TimePoint now) noexcept {
  const auto request =
      std::ranges::find_if(requests_, [&](const Request& r) { return r.is_open && r.sequence == sequence; });
  if (request == requests_.end()) return std::nullopt;
  close(*request);
  if (!ever_answered_) next_request_ = std::min(next_request_, now + period_);
  answered_in_period_ = true;
  missed_ = 0;
  meter_.observe(ack, request->chunks);
  // Acknowledges of probes start no further probes: else each chunk would request one while any is refused.
  if (!request->is_probe && RefusalMeter::reports_refusal(ack)) probes_ = kProbes;
  state_ = state_of(ack);
  if (state_ == ReceiverState::Playing && meter_.is_finding()) state_ = ReceiverState::Dropping;
  const bool is_new = (ack.input_events & wire::input_event::kNew) != 0;
  return Answer{ack, now - request->at, std::exchange(ever_answered_, true) && is_new};
}

}  // namespace idn::stream
