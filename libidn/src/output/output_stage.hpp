// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "idn/output/output_options.hpp"
#include "idn/sample.hpp"
#include "idn/statistics.hpp"
#include "idn/wire/sample_codec.hpp"

namespace idn::output {

/// For each limit, how many samples it changed or, with LimitAction::Count, would have changed. Threads: any
/// may read them.
struct OutputCounters {
  Counter picture;       ///< samples outside of the largest picture
  Counter speed;         ///< samples further from the last one than the speed limit allows
  Counter acceleration;  ///< samples that change the speed more than the acceleration limit allows
  Counter zones;         ///< samples brighter than their zone allows
  Counter allowed;       ///< lit samples outside of the allowed zones
  Counter brightness;    ///< samples brighter than the limit everywhere
  Counter dwell;         ///< samples with more light at their place than the dwell limit allows
  /// RMS acceleration of the scanner that works harder, averaged over about a second, 0..1. 1: it crosses the
  /// whole picture back and forth without a rest, as fast as its class can. Above about 0.7 scanners get warm
  /// and pictures are distorted.
  LatestValue<double> scanner_load;
};

/// Processes samples before they are packed: orientation, colour balance, colour shift and, last, the limits,
/// which so apply to what is sent. The colour of a sample is that of the line from the sample before it.
/// Results do not depend on how samples are divided into calls.
///
/// Threads: one owner; the counters may be read by any. Real-time: all but construction, destruction and
/// change().
class OutputStage {
 public:
  /// @param options in which problem_in() finds nothing; behaviour is undefined for others
  /// @param format of the samples on the wire, if it is one of these. For Xyrgbi the intensity becomes that
  /// which
  ///        receivers assume without the intensity octet: 0 where red, green and blue are dark, so that a
  ///        projector with an intensity line only is dark there, and full scale where they are lit and the
  ///        application gave none, so that a receiver that multiplies shows the colours as they are. Limits
  ///        then lower it.
  OutputStage(const OutputOptions& options, SampleRate rate, std::optional<wire::SampleFormat> format = {});
  ~OutputStage();
  OutputStage(OutputStage&&) noexcept;
  OutputStage& operator=(OutputStage&&) noexcept;

  /// Options for the samples after take_change(). Only orientation, balance, zones and the limit of brightness
  /// may differ from those before. Threads: any, one at a time, also beside all other functions. Real-time: no.
  void change(const OutputOptions& options);
  /// @return whether new options came by change(), which are in force from now on
  bool take_change() noexcept;
  /// Where the orientation puts a sample.
  LaserSample placed(LaserSample sample) const noexcept;

  /// Changes the samples in place.
  void process(std::span<LaserSample> samples) noexcept;

  /// As restart(); the stream then starts with this dark sample, which is moved to within the limits.
  void begin(LaserSample& origin) noexcept;

  /// Replaces `dark` by blanked samples that follow the last one: the beam moves to the last position that the
  /// application asked for, and stays there, within the limits.
  void extend(std::span<LaserSample> dark) noexcept;

  /// The rate of the samples from now on. The speed of the scanners and the light of the dwell limit carry
  /// over; the colour shift restarts. The acceleration limit applies between samples of one rate.
  void set_rate(SampleRate rate) noexcept;

  /// Multiplies the colours of the samples from now on by `share`, 0 to 1, beside the balance. 1 at first.
  void set_brightness(float share) noexcept;

  /// To be called when the stream was interrupted and the scanners may be anywhere: drops what the colour shift
  /// delays, and blanks the next sample if any limit acts, since its line may cross anything. The light of the
  /// dwell limit is kept.
  void restart() noexcept;

  /// Counts since construction. Threads: any.
  const OutputCounters& counters() const noexcept;

  /// Neither an option nor the format has an effect: process() returns at once.
  bool is_neutral() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace idn::output
