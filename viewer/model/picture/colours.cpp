// SPDX-License-Identifier: MIT
#include "viewer/model/picture/colours.hpp"

#include <algorithm>
#include <cmath>

namespace idn::viewer {
namespace {

/// Gaussian with different widths left and right; sums of these approximate the CIE 1931 colour matching
/// functions (Wyman, Sloan, Shirley, "Simple Analytic Approximations to the CIE XYZ Color Matching Functions",
/// 2013).
double bell(double x, double centre, double left, double right) {
  const double t = (x - centre) / (x < centre ? left : right);
  return std::exp(-0.5 * t * t);
}

struct Xyz {
  double x, y, z;
};

Xyz observer(double nm) {
  return {1.056 * bell(nm, 599.8, 37.9, 31.0) + 0.362 * bell(nm, 442.0, 16.0, 26.7) -
              0.065 * bell(nm, 501.1, 20.4, 26.2),
          0.821 * bell(nm, 568.8, 46.9, 40.5) + 0.286 * bell(nm, 530.9, 16.3, 31.1),
          1.217 * bell(nm, 437.0, 11.8, 36.0) + 0.681 * bell(nm, 459.0, 26.0, 13.8)};
}

/// To which signal of a sample the library decodes a wavelength.
bool is_red(unsigned nm) {
  return nm >= 591;
}
bool is_green(unsigned nm) {
  return nm >= 500 && nm <= 569;
}
bool is_blue(unsigned nm) {
  return nm <= 475;
}

std::uint16_t switched(std::uint16_t value, bool ttl) {
  if (!ttl) return value;
  return value >= 0x8000 ? 0xFFFF : 0;
}

}  // namespace

LinearRgb display_colour(double wavelength_nm) noexcept {
  const auto [x, y, z] = observer(std::clamp(wavelength_nm, 380.0, 780.0));
  const double r = std::max(0.0, 3.2406 * x - 1.5372 * y - 0.4986 * z);
  const double g = std::max(0.0, -0.9689 * x + 1.8758 * y + 0.0415 * z);
  const double b = std::max(0.0, 0.0557 * x - 0.2040 * y + 1.0570 * z);
  const double most = std::max({r, g, b, 1e-12});
  return {static_cast<float>(r / most), static_cast<float>(g / most), static_cast<float>(b / most)};
}

Primaries standard_primaries() noexcept {
  return {display_colour(638), display_colour(532), display_colour(460),
          display_colour(445), display_colour(577), display_colour(488)};
}

Primaries primaries_of(const wire::SampleLayout& layout) noexcept {
  Primaries primaries = standard_primaries();
  for (const auto& field : layout.fields()) {
    if (field.kind != wire::FieldKind::Colour) continue;
    const LinearRgb colour = display_colour(field.wavelength_nm);
    if (is_red(field.wavelength_nm)) primaries[0] = colour;
    if (is_green(field.wavelength_nm)) primaries[1] = colour;
    if (is_blue(field.wavelength_nm)) primaries[2] = colour;
  }
  return primaries;
}

LinearRgb light_of(const LaserSample& sample, const Primaries& primaries, bool ttl) noexcept {
  const std::array signals{sample.r, sample.g, sample.b, sample.u1, sample.u2, sample.u3};
  LinearRgb light;
  for (std::size_t i = 0; i < signals.size(); ++i)
    if (const auto value = switched(signals[i], ttl))
      light = light + primaries[i] * (static_cast<float>(value) / 65535.0F);
  return light;
}

}  // namespace idn::viewer
