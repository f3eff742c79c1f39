// SPDX-License-Identifier: MIT
#include "stream/receive/content/content.hpp"

namespace idn::stream {

using namespace wire::input_event;

TimePoint ChannelContent::schedule(const InboundMessage& message, std::int64_t media_us,
                                   std::int64_t duration_us, Timeliness& timeliness, DatagramReport& report) {
  timeliness = Timeliness::OnTime;
  if (!output_.is_known()) return message.arrival;
  const TimedChunk chunk{message.output_now, media_us, duration_us, message.is_late};
  const PlayoutTime playout = output_.place(chunk, message.clock);
  const OutputClock& clock = context_.output_clock;
  const PlayoutReport step{.arrival = message.arrival,
                           .media_us = media_us,
                           .duration_us = duration_us,
                           .is_late = message.is_late,
                           .begin = clock.moment(playout.begin),
                           .end = clock.moment(playout.begin + std::chrono::microseconds(duration_us)),
                           .skipped = playout.skipped,
                           .slewed = playout.slewed,
                           .timeliness = playout.timeliness,
                           .overrun = playout.overrun};
  timeliness = playout.timeliness;
  // The rest of a late chunk is shown at once; 1 us at least, since zero means unknown.
  latency_ = std::max<Duration>(step.begin - message.arrival, std::chrono::microseconds(1));
  if (playout.overrun) report.input_events |= kOverrun;
  report.output = step;
  return step.begin;
}

bool GaplessContent::schedule_once(const InboundMessage& message, std::int64_t duration_us, TimePoint& begin,
                                   DatagramReport& report) {
  Timeliness timeliness{};
  begin = schedule(message, message.media_us, duration_us, timeliness, report);
  if (timeliness == Timeliness::Outdated) report.input_events |= kTooOld;
  if (timeliness == Timeliness::Late) report.input_events |= kLate;
  return timeliness != Timeliness::Outdated;
}

TimePoint LatestContent::schedule_latest(const InboundMessage& message, std::int64_t media_us,
                                         std::int64_t duration_us, DatagramReport& report) {
  Timeliness timeliness{};
  const TimePoint begin = schedule(message, media_us, duration_us, timeliness, report);
  return std::max(begin, message.arrival);
}

}  // namespace idn::stream
