// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "idn/export.hpp"
#include "idn/sample.hpp"
#include "idn/stream/send/blanked_move.hpp"

namespace idn::picture {

/// A colour of 24 bits.
struct Colour {
  std::uint8_t r = 255;  ///< 0 to 255
  std::uint8_t g = 255;  ///< 0 to 255
  std::uint8_t b = 255;  ///< 0 to 255

  friend constexpr bool operator==(Colour, Colour) = default;
};

/// Draws a picture with a pen, in coordinates from -1 to 1, at a speed that scanners can follow. Blanked moves
/// take as long as `moves` states; a lit line over the full width takes 2 * moves.across, and the pen rests at
/// its end for a tenth of moves.across, so that corners and colour changes are sharp.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT Path {
 public:
  /// `size` scales all coordinates; 1 is the full range of the projector.
  /// @param moves a valid timing, such as stream::MoveTiming::for_scanners(12); by default for 30 kpps
  Path(SampleRate rate, double size, const stream::MoveTiming& moves = {})
      : rate_(rate), size_(size), moves_(moves) {}

  /// Moves to (x, y) with the laser off.
  Path& move_to(double x, double y);
  /// Draws a straight line and rests at its end.
  Path& line_to(double x, double y, Colour colour);
  /// Draws a circle around (x, y), counter-clockwise, in `seconds`. It begins at its rightmost point, to which
  /// the pen should be moved before.
  Path& circle(double x, double y, double radius, double seconds, Colour colour);
  /// Adds one lit sample at (x, y). The speed of the beam is up to the caller: one sample takes 1 / rate.
  Path& point(double x, double y, Colour colour);

  /// Rate of the samples.
  /// Timing of blanked moves.
  const stream::MoveTiming& moves() const noexcept { return moves_; }
  /// Number of samples that take `seconds`, at least one.
  std::size_t samples_for(double seconds) const noexcept;
  /// Returns the samples drawn so far; the path is empty afterwards.
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
