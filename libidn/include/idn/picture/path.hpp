// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "idn/sample.hpp"
#include "idn/stream/blanked_move.hpp"

namespace idn::picture {

/// A colour of 24 bits.
struct Colour {
  std::uint8_t r = 255;  ///< 0 to 255
  std::uint8_t g = 255;  ///< 0 to 255
  std::uint8_t b = 255;  ///< 0 to 255

  friend constexpr bool operator==(Colour, Colour) = default;
};

/// A picture drawn by a pen in coordinates from -1 to 1, sampled at the speed that scanners follow: corners and
/// colour changes get time to settle. Blanked moves take as long as `moves` say, lit lines twice that.
/// Threads: one owner. Real-time: no (heap).
class Path {
 public:
  /// `size` scales all coordinates; 1 is the full range of the projector.
  /// @param moves a valid timing, such as stream::MoveTiming::for_scanners(12); by default of the 30 kpps class
  Path(SampleRate rate, double size, const stream::MoveTiming& moves = {})
      : rate_(rate), size_(size), moves_(moves) {}

  /// Goes there with the laser off.
  Path& move_to(double x, double y);
  /// Draws a straight line and rests at its end.
  Path& line_to(double x, double y, Colour colour);
  /// Draws a circle around (x, y), counter-clockwise, from its rightmost point, where the pen should be.
  Path& circle(double x, double y, double radius, double seconds, Colour colour);
  /// Adds one lit sample, as close to the last one as the caller's own speed asks for.
  Path& point(double x, double y, Colour colour);

  /// Of the samples.
  SampleRate rate() const noexcept { return rate_; }
  /// Of blanked moves.
  const stream::MoveTiming& moves() const noexcept { return moves_; }
  /// Samples for `seconds`, at least one.
  std::size_t samples_for(double seconds) const noexcept;
  /// What was drawn so far; the path is empty then.
  std::vector<LaserSample> take() { return std::move(samples_); }

 private:
  LaserSample at(double x, double y, Colour colour) const noexcept;
  void rest(const LaserSample& sample);

  SampleRate rate_;
  double size_;
  stream::MoveTiming moves_;
  std::vector<LaserSample> samples_;
  double x_ = 0;
  double y_ = 0;
};

}  // namespace idn::picture
