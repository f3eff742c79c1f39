// SPDX-License-Identifier: MIT
#include "viewer/model/picture/light.hpp"

#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "viewer/model/picture/tone.hpp"

using namespace idn::viewer;

namespace {

constexpr LinearRgb kWhite{1, 1, 1};
constexpr float kSigma = 1.2F;

double sum(const Light& light) {
  double total = 0;
  for (int y = 0; y < light.height(); ++y)
    for (int x = 0; x < light.width(); ++x) total += static_cast<double>(light.at(x, y).g);
  return total;
}

}  // namespace

TEST_CASE("a dot is a Gaussian spot of its sigma, wherever it lies between pixels", "[viewer]") {
  Light light(40, 40, kSigma);
  light.add_dot({20.3F, 19.8F}, kWhite);
  for (int y = 15; y < 25; ++y)
    for (int x = 15; x < 25; ++x) {
      const double dx = x + 0.5 - 20.3, dy = y + 0.5 - 19.8;
      CHECK(light.at(x, y).g == Approx(std::exp(-(dx * dx + dy * dy) / (2.0 * kSigma * kSigma))).margin(0.005));
    }
}

TEST_CASE("the light of a line depends on its length only, not on its direction or place", "[viewer]") {
  for (const double angle : {0.0, 0.3, 0.7854, 1.2, 1.5708, 2.5}) {
    Light light(200, 200, kSigma);
    const auto dx = static_cast<float>(50 * std::cos(angle)), dy = static_cast<float>(50 * std::sin(angle));
    light.add_line({100 - dx, 100 - dy}, {100 + dx, 100 + dy}, kWhite);
    CHECK(sum(light) == Approx(100.0 * kSigma * std::sqrt(2 * std::numbers::pi)).epsilon(0.003));
  }
}

TEST_CASE("pieces of a line add up to the line", "[viewer]") {
  Light whole(80, 80, kSigma), pieces(80, 80, kSigma);
  whole.add_line({10, 20}, {60, 50}, kWhite);
  // From shorter than the spot to longer.
  const double steps[] = {0, 0.001, 0.004, 0.01, 0.03, 0.1, 0.4, 1};
  for (int i = 0; i < 7; ++i) {
    const auto at = [&](int k) {
      return Pixel{static_cast<float>(10 + 50 * steps[k]), static_cast<float>(20 + 30 * steps[k])};
    };
    pieces.add_line(at(i), at(i + 1), kWhite);
  }
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x) CHECK(pieces.at(x, y).g == Approx(whole.at(x, y).g).margin(0.01));
}

TEST_CASE("light outside of the picture is cut off, however far away", "[viewer]") {
  Light light(40, 40, kSigma);
  light.add_line({-1e6F, -1e6F}, {-1e5F, 1e6F}, kWhite);
  light.add_dot({1e9F, 20}, kWhite);
  light.add_dot({-1e9F, -1e9F}, kWhite);
  CHECK(sum(light) == 0);
  light.add_line({-1e6F, 20.5F}, {1e6F, 20.5F}, kWhite);
  CHECK(light.at(0, 20).g == Approx(1).margin(0.01));
  CHECK(light.at(39, 20).g == Approx(1).margin(0.01));
}

TEST_CASE("light fades, also beyond what a float can scale", "[viewer]") {
  Light light(40, 40, kSigma);
  light.add_dot({20.5F, 20.5F}, kWhite);
  light.fade(0.25F);
  light.add_dot({30.5F, 20.5F}, kWhite);
  CHECK(light.at(20, 20).g == Approx(0.25).margin(0.001));
  CHECK(light.at(30, 20).g == Approx(1).margin(0.001));
  for (int i = 0; i < 200; ++i) light.fade(0.5F);
  light.add_dot({10.5F, 20.5F}, kWhite);
  CHECK(light.at(10, 20).g == Approx(1).margin(0.001));
  CHECK(light.at(20, 20).g < 1e-20F);
  light.fade(0);
  CHECK(sum(light) == 0);
}

TEST_CASE("a picture is background plus light, and background alone when the light has gone", "[viewer]") {
  Light light(130, 40, kSigma);
  const std::vector<std::uint32_t> background(130 * 40, 0xFF102030);
  std::vector<std::uint32_t> picture(130 * 40);
  light.render(1, background, picture);
  CHECK(picture == background);
  light.add_dot({100.5F, 20.5F}, {1000, 0, 0});
  light.render(1, background, picture);
  CHECK(picture[20 * 130 + 100] == 0xFFFF2030);
  CHECK(picture[5 * 130 + 5] == 0xFF102030);
  light.fade(1e-9F);
  light.render(1, background, picture);
  CHECK(picture == background);
}

TEST_CASE("the table of screen values is within one of the curve", "[viewer]") {
  for (double light = 1e-5; light < 1e6; light *= 1.01) {
    CAPTURE(light);
    CHECK(tone_table()(static_cast<float>(light)) == Approx(255 * tone(light)).margin(1));
  }
  CHECK(tone_table()(0) == 0);
}

TEST_CASE("little light is shown in proportion, much light never clips hard", "[viewer]") {
  CHECK(tone(0) == 0);
  // 1.055 * 0.1^(1/2.4) - 0.055
  CHECK(tone(0.1) == Approx(0.3492).margin(0.002));
  CHECK(tone(3) < tone(6));
  CHECK(tone(100) < 1);
}
