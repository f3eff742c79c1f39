// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <system_error>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"
#include "idn/stream/send/receiver_state.hpp"
#include "idn/time.hpp"

namespace idn::client {

using stream::AckSummary;
using stream::ReceiverState;
using stream::Refusals;

/// State of the receiver, by its answers and by searches for its unit. DeviceStatus::receiver has the answers
/// in more detail.
enum class LinkState : std::uint8_t {
  Opening,  ///< no answer yet; some receivers never give one
  Playing,  ///< it plays what it gets, lit or dark
  Muted,    ///< another client uses the service
  Refused,  ///< it does not play the stream for another reason, or drops more than a tenth of it
  Silent,   ///< it answered before and no longer does, or its host says that there is no receiver
  Missing,  ///< the unit is no longer found, at its address or elsewhere
  Closed,   ///< the device is closed
};

/// "opening", "playing" ...
IDN_EXPORT std::string_view to_string(LinkState state) noexcept;

/// How many samples each limit changed or, with output::LimitAction::Count, would have changed: see
/// output::OutputCounters.
struct OutputCounts {
  std::uint64_t picture = 0;       ///< outside of the largest picture
  std::uint64_t speed = 0;         ///< further from the last one than allowed
  std::uint64_t acceleration = 0;  ///< changed the speed more than allowed
  std::uint64_t zones = 0;         ///< brighter than their zone allows
  std::uint64_t allowed = 0;       ///< lit outside of the allowed zones
  std::uint64_t brightness = 0;    ///< brighter than allowed everywhere
  std::uint64_t dwell = 0;         ///< resting longer than allowed
  double scanner_load = 0;         ///< 0 to 1; 0 where no class of scanners was given
};

/// Programs that have written to the shared memory of a device, see Device::play_shared().
struct SharedWriters {
  bool is_connected = false;      ///< one is connected now
  std::uint64_t connections = 0;  ///< how many have connected
  std::uint64_t rejected = 0;     ///< how many were disconnected for invalid data
};

/// Snapshot of a device. Each value is correct, but they need not be of the same instant.
struct DeviceStatus {
  LinkState link = LinkState::Opening;  ///< state of the receiver
  bool armed = false;                   ///< see Device::arm()
  bool blackout = false;                ///< see Device::blackout()
  Endpoint local{};                     ///< where the datagrams come from
  Endpoint remote{};                    ///< where the datagrams go
  SampleRate rate{};                    ///< of the samples that are sent now
  Duration latency{0};                  ///< current length of the queue between the call and the socket
  Duration buffered{0};                 ///< display time of the samples in that queue
  Duration receiver_latency{0};         ///< delay in the receiver, as it reports it; zero: not reported
  Duration round_trip{0};               ///< zero: not known
  /// EngineOptions::kernel_pacing: as enabled. No value: the tick thread does the pacing.
  std::optional<io::KernelPacing> pacing{};

  std::uint64_t datagrams = 0;        ///< with samples
  std::uint64_t samples = 0;          ///< sent, including added dark ones
  std::uint64_t bytes = 0;            ///< UDP payload of all datagrams
  std::uint64_t frames = 0;           ///< in frame mode, those sent again included
  std::uint64_t keepalives = 0;       ///< messages without samples while there was nothing to show
  std::uint64_t starved_samples = 0;  ///< added dark ones because content was missing (underruns)
  /// Queued ones that blackout(), stop() or the hold time kept from being sent.
  std::uint64_t discarded_samples = 0;
  std::uint64_t replaced_pictures = 0;  ///< by newer ones before they were drawn
  std::uint64_t holds_expired = 0;      ///< times that no call came for the hold time
  std::uint64_t late_ticks = 0;         ///< wake-ups more than 100 us late, of those that had samples to send
  Duration worst_lateness{0};           ///< of a wake-up
  std::uint64_t reanchors = 0;          ///< restarts of the timeline after a long stall
  std::uint64_t send_errors = 0;        ///< datagrams that the system or the network rejected
  std::uint64_t socket_full = 0;        ///< of these, because the send buffer was full
  std::uint64_t late_in_kernel = 0;     ///< datagrams that the kernel dropped as late, with its pacing
  std::error_code last_send_error{};    ///< of the other send errors
  std::uint64_t reconnects = 0;         ///< times that the receiver lost the stream
  std::uint64_t retargets = 0;          ///< times that the stream switched to another receiver or address
  std::uint64_t moves = 0;              ///< of these, because the unit had moved
  std::uint64_t faults = 0;             ///< errors outside of any call

  /// Whether the receiver plays the stream, by its acknowledges.
  ReceiverState receiver = ReceiverState::Unknown;
  std::uint64_t acks_requested = 0;      ///< datagrams that request an acknowledge
  std::uint64_t acks_received = 0;       ///< acknowledges that answer one of these
  AckSummary last_answer{};              ///< the last acknowledge
  std::optional<TimePoint> answered_at;  ///< when it came
  /// Departure of the last datagram with a lit sample, to within 10 ms; of frames, while the last one stays,
  /// now. Limits, blackout and hold time have been applied. No value: none yet.
  std::optional<TimePoint> lit_at;
  Refusals refusals{};  ///< what share of the stream the receiver does not show, and why
  /// DeviceOptions::follow_clock: how much faster than by its own clock the device sends, in parts per million.
  double correction_ppm = 0;
  /// DeviceOptions::follow_source: how much faster the application writes than the rate says, likewise.
  double source_ppm = 0;
  SharedWriters shared_writers{};  ///< of Device::play_shared(), since its last call

  OutputCounts limited{};         ///< samples that limits have changed
  bool limits_tightened = false;  ///< the administrator's file is stricter than DeviceOptions::output

  std::optional<Error> fault;  ///< the latest error outside of any call
};

}  // namespace idn::client
