// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "viewer/model/picture/picture.hpp"

namespace idn::viewer {

/// Where the light of a stream rests. Screens, films and eyes are hurt by the hottest spot, not by the average.
class HeatMap {
 public:
  /// Squares per side; at 8 degrees one is a sixteenth of a degree. Odd, so that the axes lie within squares.
  static constexpr int kSide = 127;

  struct Spot {
    Position middle;
    double share_of_time = 0;    ///< of all the time, dark or lit, 0..1
    double share_of_energy = 0;  ///< of all light, 0..1
  };

  /// @param options which beam: turned, through scanners, with TTL lasers; the power of all lines adds up
  HeatMap(const Timeline& timeline, TimePoint from, TimePoint to, const PictureOptions& options);

  /// The square with the most energy; nothing where all is dark.
  std::optional<Spot> hottest() const;
  /// Lit, of the time looked at.
  Duration lit() const noexcept { return lit_; }

  /// From black over red and yellow to white, the hottest square circled. 0xffRRGGBB row by row.
  std::vector<std::uint32_t> picture(const PictureOptions& options) const;

 private:
  struct Square {
    double time = 0;    ///< lit, in seconds
    double energy = 0;  ///< power times seconds; 1 is one line at full power
  };

  void add(const Stroke& stroke, double power);
  std::size_t hottest_index() const;

  std::vector<Square> squares_;
  Duration looked_at_{};
  Duration lit_{};
  double energy_ = 0;
};

/// "x 0.31 y -0.31: 4.2 % of the light, 3.9 % of the time".
std::string to_string(const HeatMap::Spot& spot);

}  // namespace idn::viewer
