// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "sender/doctor/lateness.hpp"
#include "sender/doctor/trial.hpp"

namespace idn::sender::doctor {

/// The device by which a stream arrives at the port, as its first datagram tells; "lo" for port 0. Waits for
/// that. Throws cli::Failure where the port is taken or nothing arrives.
ArrivalDevice find_arrivals(std::uint16_t port);

/// Receives as idn_server does, on a thread of its own: what arrives at TrialOptions::port, else dark samples
/// that it sends over loopback. Blocks. The caller applies Setup::settings. Throws cli::Failure where the port
/// is taken or nothing arrives.
/// @param is_before_stamp see Suspect; without it a datagram is late by the time from the kernel's stamp to the
///        reading, with it by its reading against the timestamps of the stream, less the least of the trial
Lateness receive_trial(const TrialOptions& options, const Setup& setup, bool is_before_stamp);

/// Media time of a datagram with samples.
struct MediaTime {
  std::uint8_t channel = 0;
  WireMicros at{};
};
/// Nothing for other datagrams, and for the sequels of fragmented frames, which have none.
std::optional<MediaTime> media_time(ConstBytes datagram);

/// How late each was read against media time, less the least; the first time of the stream may be any.
class MediaLateness {
 public:
  void add(WireMicros media, TimePoint read);
  std::vector<Duration> take();

 private:
  std::optional<std::int64_t> last_;  ///< media time of the newest, unwrapped, in us
  std::vector<Duration> late_;
};

}  // namespace idn::sender::doctor
