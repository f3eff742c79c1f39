// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "idn/sample.hpp"

namespace idn::etherdream {

/// Destination of the points of an emulated DAC; its clock sets the pace. Threads: one.
class PointOutput {
 public:
  virtual ~PointOutput() = default;

  /// Whether the projector was found. Must not keep it in use while no client is connected.
  virtual bool is_present() = 0;
  /// Opens the projector for a client that has connected.
  /// @return why that is not possible, one line for users; empty: it is open
  virtual std::string open() = 0;
  /// The client has disconnected: dark, and the projector is free for other programs.
  virtual void close() = 0;
  /// Queues points, each to be played once. In any case, also without points, restarts the hold time.
  /// @return how many were taken, from the front
  virtual std::size_t write(std::span<const LaserSample> points) = 0;
  /// How many of the points that were taken have not been sent yet.
  virtual std::size_t waiting() const = 0;
  /// Sets the rate of the points of later calls of write(); queued points keep theirs.
  virtual void set_rate(SampleRate rate) = 0;
  /// Whether the last set_rate() has taken effect; until then another one would replace it.
  virtual bool is_at_rate() const = 0;
  /// Dark with the next datagram; drops queued points.
  virtual void stop() = 0;
  /// Emergency stop: as stop(), and the receiver drops what it has buffered.
  virtual void abort() = 0;
};

}  // namespace idn::etherdream
