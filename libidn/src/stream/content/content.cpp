// SPDX-License-Identifier: MIT
#include "stream/content/content.hpp"

namespace idn::stream {

using namespace wire::input_event;

TimePoint Content::schedule(const InboundMessage& message, std::int64_t media_us, std::int64_t duration_us,
                            Timeliness& timeliness, MessageEffect& effect) noexcept {
  timeliness = Timeliness::OnTime;
  if (!playout_) return message.arrival;
  const Playout playout = playout_->place({message.arrival, media_us, duration_us}, message.clock);
  timeliness = playout.timeliness;
  // An output that shows the rest of a late chunk does so at once; zero would say that nobody knows.
  latency_ = std::max<Duration>(playout.begin - message.arrival, std::chrono::microseconds(1));
  if (playout.overrun) effect.input_events |= kOverrun;
  return playout.begin;
}

std::optional<TimePoint> GaplessContent::schedule_once(const InboundMessage& message, std::int64_t duration_us,
                                                       MessageEffect& effect) noexcept {
  Timeliness timeliness{};
  const TimePoint begin = schedule(message, message.media_us, duration_us, timeliness, effect);
  if (timeliness == Timeliness::Outdated) {
    effect.input_events |= kTooOld;
    return std::nullopt;
  }
  if (timeliness == Timeliness::Late) effect.input_events |= kLate;
  return begin;
}

TimePoint LatestContent::schedule_latest(const InboundMessage& message, std::int64_t media_us,
                                         std::int64_t duration_us, MessageEffect& effect) noexcept {
  Timeliness timeliness{};
  const TimePoint begin = schedule(message, media_us, duration_us, timeliness, effect);
  return std::max(begin, message.arrival);
}

}  // namespace idn::stream
