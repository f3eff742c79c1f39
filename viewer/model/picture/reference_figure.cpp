// SPDX-License-Identifier: MIT
#include "viewer/model/picture/reference_figure.hpp"

#include <cmath>
#include <numbers>

#include "viewer/model/picture/picture.hpp"

namespace idn::viewer {
namespace {

constexpr std::uint32_t kBlack = 0xFF000000;
constexpr LinearRgb kGrid{0.008F, 0.010F, 0.012F}, kAxis{0.02F, 0.024F, 0.03F}, kIlda{0.05F, 0.04F, 0.01F};
/// Sigma of the lines in pixels. Their colours are so dark that the tone curve is linear there.
constexpr float kLineSigma = 0.6F;

class Drawing {
 public:
  explicit Drawing(const Picture& picture)
      : picture_(picture), light_(picture.options().width, picture.options().height, kLineSigma) {}

  void line(Position from, Position to, LinearRgb colour) {
    light_.add_line(picture_.pixel_of(from), picture_.pixel_of(to), colour);
  }

  void square(double half, LinearRgb colour) {
    line({-half, -half}, {half, -half}, colour);
    line({half, -half}, {half, half}, colour);
    line({half, half}, {-half, half}, colour);
    line({-half, half}, {-half, -half}, colour);
  }

  void circle(double radius, LinearRgb colour) {
    constexpr int kSegments = 180;
    const auto at = [radius](int i) {
      const double radians = 2 * std::numbers::pi * i / kSegments;
      return Position{radius * std::cos(radians), radius * std::sin(radians)};
    };
    for (int i = 0; i < kSegments; ++i) line(at(i), at(i + 1), colour);
  }

  void grid() {
    for (int i = -9; i <= 9; ++i) {
      const LinearRgb colour = i == 0 ? kAxis : kGrid;
      line({i / 10.0, -1}, {i / 10.0, 1}, colour);
      line({-1, i / 10.0}, {1, i / 10.0}, colour);
    }
    square(1, kAxis);
  }

  std::vector<std::uint32_t> rendered() {
    const auto size = static_cast<std::size_t>(light_.width()) * static_cast<std::size_t>(light_.height());
    const std::vector<std::uint32_t> black(size, kBlack);
    std::vector<std::uint32_t> pixels(size);
    light_.render(1, black, pixels);
    return pixels;
  }

 private:
  const Picture& picture_;
  Light light_;
};

}  // namespace

std::vector<std::uint32_t> reference_figure(const Picture& picture) {
  Drawing drawing(picture);
  if (picture.options().grid) drawing.grid();
  if (picture.options().ilda_figure) {
    drawing.square(kIldaSquare, kIlda);
    drawing.circle(kIldaSquare, kIlda);
  }
  return drawing.rendered();
}

}  // namespace idn::viewer
