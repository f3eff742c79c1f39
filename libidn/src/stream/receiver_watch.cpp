// SPDX-License-Identifier: MIT
#include "idn/stream/receiver_watch.hpp"

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

/// A routing that failed comes with more bits, so the cause goes before its consequences.
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
      return "not played, the receiver has closed the channel";
    case ReceiverState::GroupExcluded:
      return "refused, this client group is excluded";
    case ReceiverState::Occupied:
      return "refused, all sessions are occupied";
    case ReceiverState::Refused:
      return "refused";
    case ReceiverState::Silent:
      return "silent, it no longer answers";
  }
  return "unknown";
}

void ReceiverWatch::asked(std::uint16_t sequence, TimePoint now) noexcept {
  if (waiting_) ++unanswered_;
  if (ever_answered_ && unanswered_ >= kSilentAfter) state_ = ReceiverState::Silent;
  waiting_ = true;
  asked_sequence_ = sequence;
  asked_at_ = now;
  next_request_ = now + period_;
}

std::optional<ReceiverWatch::Answer> ReceiverWatch::answered(std::uint16_t sequence,
                                                             const wire::Acknowledge& ack,
                                                             TimePoint now) noexcept {
  if (!waiting_ || sequence != asked_sequence_) return std::nullopt;
  waiting_ = false;
  unanswered_ = 0;
  state_ = state_of(ack);
  const bool is_new = (ack.input_events & wire::input_event::kNew) != 0;
  return Answer{ack, now - asked_at_, std::exchange(ever_answered_, true) && is_new};
}

}  // namespace idn::stream
