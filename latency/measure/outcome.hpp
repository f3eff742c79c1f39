// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/analysis/latency/summary.hpp"
#include "idn/io/send_log.hpp"
#include "latency/measure/application.hpp"
#include "latency/measure/marker_watch.hpp"
#include "latency/measure/remote_receiver.hpp"

namespace idn::latency {

/// One trigger that was seen in the light.
struct MeasuredTrigger {
  std::uint16_t number = 0;
  analysis::latency::StageTimestamps stamps{};
};

/// What was measured.
struct Outcome {
  std::size_t sent = 0;                         ///< triggers
  std::size_t lost = 0;                         ///< of them: never in what arrived
  std::size_t not_in_time = 0;                  ///< of them: arrived after they should have been shown
  std::vector<MeasuredTrigger> triggers{};      ///< the others, in the order of their arrival
  analysis::latency::LatencySummary summary{};  ///< of those
  LightTime light{};                            ///< waves
  io::TimestampSource stamp = io::TimestampSource::None;  ///< who said when they left; the worst of all
  std::uint64_t stamped = 0;                              ///< triggers whose datagram has a stamp
  std::optional<RemoteReceiver> remote{};                 ///< of a receiver that is not ours
  std::uint64_t datagrams = 0;                            ///< that arrived
  std::uint64_t dropped = 0;                              ///< by the receiver's kernel
};

/// What the parts of a measurement have noted.
struct Notes {
  std::size_t sent = 0;
  std::vector<Answer> answers{};
  std::vector<io::SentDatagram> datagrams{};  ///< in the order of sending; none of other programs
  std::vector<SeenMarker> seen{};
  std::vector<Duration> earliest{};  ///< as MarkerWatch tells it
};

/// Brings the notes together. A number that was used twice means the trigger that came last before it was seen.
Outcome evaluate(const Notes& notes);

}  // namespace idn::latency
