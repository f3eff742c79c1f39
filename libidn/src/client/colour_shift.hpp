// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "client/colours.hpp"
#include "idn/time.hpp"

namespace idn::client {

/// Delays the colours against the positions, or the positions against the colours, by a fraction of samples.
/// What lies between two of them is interpolated linearly. Real-time: all but construction.
class ColourShift {
 public:
  /// @param shift positive: colours later
  ColourShift(Duration shift, SampleRate rate);

  bool is_neutral() const noexcept { return shift_ == Duration::zero(); }
  void set_rate(SampleRate rate) noexcept;
  /// Dark until the delay is over; positions stay at the first one for as long.
  void restart() noexcept;

  void process(std::span<LaserSample> samples) noexcept;

 private:
  void delay_colours(LaserSample& sample) noexcept;
  void delay_positions(LaserSample& sample) noexcept;
  Colours between(const Colours& newer, const Colours& older) const noexcept;
  Colours& back(std::size_t samples) noexcept { return delayed_[(next_ - samples) & (delayed_.size() - 1)]; }

  const Duration shift_;
  std::size_t whole_ = 0;       ///< samples of delay
  std::uint16_t fraction_ = 0;  ///< of a further sample, in 65536ths
  std::size_t dark_ = 0;        ///< samples until positions are there
  bool is_new_ = true;
  std::vector<Colours> delayed_;  ///< a ring, of colours or of positions
  std::size_t next_ = 0;
};

}  // namespace idn::client
