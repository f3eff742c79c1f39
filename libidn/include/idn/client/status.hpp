// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "idn/client/fault.hpp"
#include "idn/endpoint.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"

namespace idn::client {

/// What is known of the receiver.
enum class LinkState : std::uint8_t {
  Opening,  ///< no answer yet; some receivers never give one
  Playing,  ///< it plays what it gets, lit or dark
  Muted,    ///< another client uses the service
  Refused,  ///< it does not play the stream for another reason, or drops more than a tenth of it
  Silent,   ///< it answered before and no longer does
  Missing,  ///< the unit is not found any more where it was, nor elsewhere
  Closed,   ///< the device is closed
};

/// "opening", "playing" ...
std::string_view to_string(LinkState state) noexcept;

/// Samples that each limit changed, or would have changed where it only counts: see OutputCounters.
struct OutputCounts {
  std::uint64_t picture = 0;       ///< outside of the largest picture
  std::uint64_t speed = 0;         ///< further from the last one than allowed
  std::uint64_t acceleration = 0;  ///< turned faster than allowed
  std::uint64_t zones = 0;         ///< brighter than their zone allows
  std::uint64_t allowed = 0;       ///< lit outside of the allowed zones
  std::uint64_t brightness = 0;    ///< brighter than allowed everywhere
  std::uint64_t dwell = 0;         ///< resting longer than allowed
  double scanner_load = 0;         ///< 0 to 1; 0 where no class of scanners was given
};

/// A picture of one device. Values are right each, not all of the same moment.
struct Status {
  LinkState link = LinkState::Opening;  ///< what is known of the receiver
  bool armed = false;                   ///< see Device::arm()
  bool blackout = false;                ///< see Device::blackout()
  Endpoint remote{};                    ///< where the datagrams go
  SampleRate rate{};                    ///< of what is sent now
  Duration latency{0};                  ///< the most that may wait now between the call and the wire
  Duration buffered{0};                 ///< what waits now
  Duration receiver_latency{0};         ///< as the receiver tells it: light is later by that; zero: not told
  Duration round_trip{0};               ///< zero: not known

  std::uint64_t datagrams = 0;          ///< with samples
  std::uint64_t samples = 0;            ///< dark ones that were added included
  std::uint64_t starved_samples = 0;    ///< dark since the application brought nothing in time
  std::uint64_t replaced_pictures = 0;  ///< by newer ones before they were drawn
  std::uint64_t holds_expired = 0;      ///< how often the application said nothing for the hold time
  std::uint64_t late_ticks = 0;         ///< woken more than 100 us late
  std::uint64_t reanchors = 0;          ///< stalls after which the stream went on from then
  std::uint64_t send_errors = 0;        ///< datagrams that the system or the network refused
  std::uint64_t reconnects = 0;         ///< how often the receiver lost the stream
  std::uint64_t retargets = 0;          ///< how often the stream went over to another address
  std::uint64_t moves = 0;              ///< of these since the unit had turned up there
  std::uint64_t faults = 0;             ///< how often something went wrong beside the calls

  OutputCounts limited{};         ///< samples that limits have changed
  bool limits_tightened = false;  ///< by the administrator's file, beyond DeviceOptions::output

  std::optional<Fault> fault;  ///< the last thing that went wrong beside the calls
};

}  // namespace idn::client
