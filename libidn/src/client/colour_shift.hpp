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
  static constexpr std::size_t kBlock = 64;

  void process_block(std::span<LaserSample> samples) noexcept;
  void push(std::span<const LaserSample> samples) noexcept;
  void make_room(std::size_t samples) noexcept;
  void interpolate(std::size_t samples) noexcept;
  std::size_t memory() const noexcept { return whole_ + 1; }

  const Duration shift_;
  std::size_t whole_ = 0;       ///< samples of delay
  std::uint32_t fraction_ = 0;  ///< of a further sample, in 65536ths
  std::size_t dark_ = 0;        ///< samples until positions are there
  bool is_new_ = true;
  /// What was delayed, colours or positions, oldest first; its newest part is remembered.
  std::vector<Colours> history_;
  std::size_t end_ = 0;
  std::array<Colours, kBlock> block_{};
};

}  // namespace idn::client
