// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace idn::parser {

/// The scale of one axis of a figure: maps values to positions, and has the tick marks.
class Scale {
 public:
  struct Tick {
    double value = 0;
    std::string label;  ///< empty for minor ticks
  };

  /// At most 18 labels, at multiples of 1, 2 or 5 times a power of ten.
  static Scale linear(double from, double to);
  /// Labels at the powers of ten. `from` and `to` must be above zero.
  static Scale logarithmic(double from, double to);
  /// Linear up to about `unit` on either side of zero, logarithmic beyond: asinh(value / unit). Labels at 0 and
  /// at the powers of ten of `unit`, a power of ten itself.
  static Scale symmetric(double from, double to, double unit);
  /// For cumulative distributions: shares from 0 to 1 - 10^-nines on the scale -log10(1 - share), so that 90,
  /// 99 and 99.9 % are equally far apart. Labels in percent.
  static Scale shares(int nines);

  /// 0 at the beginning of the axis, 1 at its end; values outside are clamped.
  double position(double value) const noexcept;
  const std::vector<Tick>& ticks() const noexcept { return ticks_; }

 private:
  using Map = double (*)(double);

  Scale(Map map, double from, double to, double unit = 1)
      : map_(map), unit_(unit), from_(map(from / unit)), to_(map(to / unit)) {}

  Map map_;
  double unit_;
  double from_;
  double to_;
  std::vector<Tick> ticks_;
};

}  // namespace idn::parser
