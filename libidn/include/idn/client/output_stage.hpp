// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "idn/client/output_options.hpp"
#include "idn/counter.hpp"
#include "idn/sample.hpp"

namespace idn::client {

/// Of each limit: samples that it changed, or would have changed where it only counts. Any thread may read
/// them.
struct OutputCounters {
  Counter picture;       ///< samples outside of the largest picture
  Counter speed;         ///< samples further from the last one than the speed limit allows
  Counter acceleration;  ///< samples that turn faster than the limit of acceleration allows
  Counter zones;         ///< samples brighter than their zone allows
  Counter allowed;       ///< lit samples outside of the allowed zones
  Counter brightness;    ///< samples brighter than the limit everywhere
  Counter dwell;         ///< samples that rest longer than the limit of dwell allows
  /// 0..1, averaged over about a second: 1 is a scanner of the class that crosses the whole picture to and fro
  /// as fast as it can without a rest. Above 0.7 or so scanners get warm and pictures out of shape.
  LatestValue<double> scanner_load;
};

/// What samples go through on their way to the packer: orientation, colour balance, colour shift, then the
/// limits, which therefore hold whatever precedes them. The light of a sample is that of the line from the one
/// before. Results do not depend on how samples are divided over the calls.
///
/// Threads: one owner; the counters may be read by any. Real-time: all but construction and destruction.
class OutputStage {
 public:
  /// @param options which check() accepts; behaviour is undefined for others
  OutputStage(const OutputOptions& options, SampleRate rate);
  ~OutputStage();
  OutputStage(OutputStage&&) noexcept;
  OutputStage& operator=(OutputStage&&) noexcept;

  /// In place.
  void process(std::span<LaserSample> samples) noexcept;

  /// The stream begins anew with this dark sample, which is put where the limits have it; otherwise as
  /// restart().
  void begin(LaserSample& origin) noexcept;

  /// Dark samples behind the last one: the beam goes to where it was to be and stays there, within the limits.
  void extend(std::span<LaserSample> dark) noexcept;

  /// Of what is processed from now on. Speed and energy go on; the colour shift begins anew. The change of the
  /// speed of a scanner counts within samples of one rate.
  void set_rate(SampleRate rate) noexcept;

  /// The stream begins anew, the scanners may be anywhere: what is delayed is forgotten, and where there are
  /// limits the first sample is dark, since nobody knows what its line crosses. Areas stay as warm as they are.
  void restart() noexcept;

  /// What it has changed so far. Threads: any.
  const OutputCounters& counters() const noexcept;

  /// Nothing to do: process() returns at once.
  bool is_neutral() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace idn::client
