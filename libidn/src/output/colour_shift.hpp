// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "idn/time.hpp"
#include "output/colours.hpp"

namespace idn::output {

/// Delay line: delays the colours against the positions, or the positions against the colours. A delay that is
/// not a whole number of samples is interpolated linearly. Real-time: all but construction.
class ColourShift {
 public:
  /// @param shift positive: colours later
  ColourShift(Duration shift, SampleRate rate);

  bool is_neutral() const noexcept { return shift_ == Duration::zero(); }
  void set_rate(SampleRate rate) noexcept;
  /// Clears the delay line: for the length of the delay, samples are dark and delayed positions rest at the
  /// first one.
  void restart() noexcept;

  void process(std::span<LaserSample> samples) noexcept;

 private:
  static constexpr std::size_t kBlock = 64;

  void process_block(std::span<LaserSample> samples) noexcept;
  void push(std::span<const LaserSample> samples) noexcept;
  void make_room(std::size_t samples) noexcept;
  void interpolate(std::size_t samples) noexcept;
  std::size_t memory() const noexcept { return whole_ + 1; }

  const Duration shift_;
  std::size_t whole_ = 0;       ///< samples of delay
  std::uint32_t fraction_ = 0;  ///< of a further sample, in 65536ths
  std::size_t dark_ = 0;        ///< samples to blank until the delayed positions have arrived
  bool is_new_ = true;
  /// The delayed colours or positions, oldest first; the last memory() before `end_` are still needed.
  std::vector<Colours> history_;
  std::size_t end_ = 0;
  std::array<Colours, kBlock> block_{};
};

}  // namespace idn::output
