// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "idn/sample.hpp"

namespace idn::etherdream {

/// Where the points of an emulated DAC go, and whose clock they leave by. Threads: one.
class PointOutput {
 public:
  virtual ~PointOutput() = default;

  /// Whether there is a projector that could be played to; it is not occupied while nobody is connected.
  virtual bool is_there() = 0;
  /// A client is there, whose points will come.
  /// @return why that is not possible, one line for people; empty: it is
  virtual std::string open() = 0;
  /// Nobody is there any more: dark, and the projector is free for others.
  virtual void close() = 0;
  /// To be shown one after the other. None of them: what waits goes on, the client is there.
  /// @return how many were taken, from the front
  virtual std::size_t write(std::span<const LaserSample> points) = 0;
  /// Points that were taken and have not left.
  virtual std::size_t waiting() const = 0;
  /// Of the points that write() takes from now on; what waits keeps its rate.
  virtual void set_rate(SampleRate rate) = 0;
  /// Whether that is reached: until then another change would take its place.
  virtual bool is_at_rate() const = 0;
  /// Dark at once; what waits is dropped.
  virtual void stop() = 0;
  /// An emergency stop: as stop(), and what is on its way is not shown either.
  virtual void abort() = 0;
};

}  // namespace idn::etherdream
