// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/io/send/send_log.hpp"
#include "latency/measure/application.hpp"
#include "latency/measure/marker_watch.hpp"
#include "latency/measure/remote_receiver.hpp"
#include "latency/model/summary.hpp"

namespace idn::latency {

/// A trigger whose marker arrived in time.
struct MeasuredTrigger {
  std::uint16_t number = 0;
  StageTimestamps stamps{};
};

/// Results of a measurement.
struct LatencyReport {
  std::size_t sent = 0;                                      ///< triggers sent
  std::size_t lost = 0;                                      ///< of these: their markers never arrived
  std::size_t not_in_time = 0;                               ///< of these: arrived after their playout time
  std::vector<MeasuredTrigger> triggers{};                   ///< the others, in order of arrival
  LatencySummary summary{};                                  ///< of `triggers`
  LightTime light{};                                         ///< of waves
  PictureCounts pictures{};                                  ///< of frames, if they are drawn with work
  io::TimestampSource stamp = io::TimestampSource::Missing;  ///< least accurate source of transmit time stamps
  std::uint64_t stamped = 0;                                 ///< triggers whose datagram has such a time stamp
  std::optional<RemoteReceiver> remote{};  ///< set if the receiver is not that of this program
  std::uint64_t datagrams = 0;             ///< datagrams that arrived
  std::uint64_t dropped = 0;               ///< datagrams dropped by the receiver's kernel
};

/// The raw data of a measurement.
struct RawMeasurement {
  std::size_t sent = 0;  ///< triggers
  std::vector<AnsweredTrigger> answers{};
  std::vector<io::SentDatagram> datagrams{};  ///< in order of sending; empty if another program sends
  std::vector<SeenMarker> seen{};
  std::vector<Duration> earliest{};  ///< see MarkerWatch::earliest()
};

/// Matches markers with triggers and datagrams by their numbers, and computes the stages. Numbers of 16 bits
/// wrap: each means the last trigger or datagram with that number before the marker arrived.
LatencyReport evaluate(const RawMeasurement& raw);

}  // namespace idn::latency
