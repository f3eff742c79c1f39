// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace idn::parser {

/// One axis of a figure: where values lie along it, and what is written there.
class Scale {
 public:
  struct Tick {
    double value = 0;
    std::string label;  ///< empty for the small ticks between
  };

  /// At most 18 labels, at multiples of 1, 2 or 5 times a power of ten.
  static Scale linear(double from, double to);
  /// Labels at the powers of ten. Both ends above zero.
  static Scale logarithmic(double from, double to);
  /// Linear up to about `unit` on either side of zero, logarithmic beyond: asinh(value / unit). Labels at 0 and
  /// at the powers of ten of `unit`, a power of ten itself.
  static Scale symmetric(double from, double to, double unit);
  /// Shares from 0 to all but 10^-nines, each further nine as far from the one before; labels in percent.
  static Scale shares(int nines);

  /// 0 at the beginning of the axis, 1 at its end; what lies beyond counts as there.
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
