// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/helios/helios_api.h"
#include "plugins/helios/points.hpp"
#include "plugins/helios/session.hpp"

/// Common to the functions of the interface, which are called from C: no exception escapes, and all arguments
/// are checked.
namespace idn::plugins::helios {

/// @return the result of `body`, or HELIOS_NETWORK if it throws
template <class Body>
int guarded(Body body) noexcept {
  try {
    return body();
  } catch (...) {  // out of memory, or no thread available
    return HELIOS_NETWORK;
  }
}

/// Calls `body` with the open session; HELIOS_NOT_INITIALIZED without one.
template <class Body>
int with_session(Body body) noexcept {
  return guarded([&] {
    const auto session = Session::current();
    return session ? body(*session) : HELIOS_NOT_INITIALIZED;
  });
}

template <class Point>
int write_frame(unsigned device, int pps, const Playback& requested, bool waits, const Point* points,
                int count) noexcept {
  return with_session([&](Session& session) {
    if (!session.has(device)) return static_cast<int>(HELIOS_NO_SUCH_DEVICE);
    if (points == nullptr) return static_cast<int>(HELIOS_NULL_POINTS);
    if (count < 1) return static_cast<int>(HELIOS_TOO_FEW_POINTS);
    if (count > HELIOS_MOST_POINTS) return static_cast<int>(HELIOS_TOO_MANY_POINTS);
    if (pps > HELIOS_HIGHEST_RATE) return static_cast<int>(HELIOS_RATE_TOO_HIGH);
    if (pps < HELIOS_LOWEST_RATE) return static_cast<int>(HELIOS_RATE_TOO_LOW);
    Playback playback = requested;
    playback.rate = static_cast<std::uint32_t>(pps);
    return session.write(device, to_samples(std::span(points, static_cast<std::size_t>(count))), playback,
                         waits);
  });
}

}  // namespace idn::plugins::helios
