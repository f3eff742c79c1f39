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
    const auto session = HeliosSession::current();
    return session ? body(*session) : HELIOS_NOT_INITIALIZED;
  });
}

/// The order of the checks is that of the original library. It refuses an empty frame; here the device is dark
/// then too, since frames may be repeated here.
template <class Point>
int write_frame(unsigned device, int pps, const PlayRequest& requested, const Point* points,
                int count) noexcept {
  return with_session([&](HeliosSession& session) {
    if (count == 0) (void)session.stop(device);
    if (points == nullptr || count == 0) return static_cast<int>(HELIOS_NULL_POINTS);
    if (const int status = session.status(device, Duration{0}); status != 1)
      return status == 0 ? static_cast<int>(HELIOS_FRAME_WAITS) : status;
    const auto fit = fit_frame(pps, count, kMostPoints<Point>);
    if (!fit) return fit.error();
    PlayRequest playback = requested;
    playback.rate = fit->rate;
    return session.write(device, apply(*fit, to_samples(std::span(points, static_cast<std::size_t>(count)))),
                         playback);
  });
}

}  // namespace idn::plugins::helios
