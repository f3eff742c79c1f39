// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "viewer/model/picture/picture.hpp"

namespace idn::viewer {

/// Light energy per square of the picture: where the beam dwells. Screens and eyes are damaged by the hottest
/// spot, not by the average.
class HeatMap {
 public:
  /// Squares per side; at 8 degrees one is a sixteenth of a degree wide. Odd, so that both axes run through the
  /// middle of squares, not along their edges.
  static constexpr int kSide = 127;

  struct Spot {
    Position middle;
    double share_of_time = 0;    ///< time lit there, of the whole range, 0..1
    double share_of_energy = 0;  ///< of all energy, 0..1
  };

  /// @param options orientation, scanners and TTL modulation of the beam. Its power is the sum of all signals.
  HeatMap(const Timeline& timeline, TimePoint from, TimePoint to, const PictureOptions& options);

  /// Adds a map of the time that follows, drawn with the same options.
  HeatMap& operator+=(const HeatMap& next);

  /// The square with the most energy; empty if everything is dark.
  std::optional<Spot> hottest() const;
  /// Time lit within the range.
  Duration lit() const noexcept { return lit_; }

  /// The map as picture: from black over red and yellow to white, the hottest square circled. 0xffRRGGBB row by
  /// row.
  std::vector<std::uint32_t> picture(const PictureOptions& options) const;

 private:
  struct Square {
    double time = 0;    ///< lit, in seconds
    double energy = 0;  ///< power times seconds; a power of 1 is one signal at full scale
  };

  void add(const Stroke& stroke, double power);
  std::size_t hottest_index() const;

  std::vector<Square> squares_;
  Duration range_{};
  Duration lit_{};
  double energy_ = 0;
};

/// "x 0.31 y -0.31: 4.2 % of the light, 3.9 % of the time".
std::string to_string(const HeatMap::Spot& spot);

}  // namespace idn::viewer
