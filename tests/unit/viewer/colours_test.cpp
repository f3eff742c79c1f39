// SPDX-License-Identifier: MIT
// Expected values are computed from the tables of the CIE 1931 observer (5 nm steps, interpolated) and the
// matrix of IEC 61966-2-1.
#include "viewer/model/picture/colours.hpp"

#include "idn/wire/sample_codec.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace idn;
using namespace idn::viewer;

namespace {

void check(LinearRgb colour, double r, double g, double b) {
  constexpr double kOfTheFit = 0.08;
  CHECK(colour.r == Approx(r).margin(kOfTheFit));
  CHECK(colour.g == Approx(g).margin(kOfTheFit));
  CHECK(colour.b == Approx(b).margin(kOfTheFit));
}

}  // namespace

TEST_CASE("wavelengths have the colours of the standard observer, as far as a screen shows them", "[viewer]") {
  check(display_colour(638), 1, 0, 0);
  check(display_colour(532), 0, 1, 0);
  check(display_colour(460), 0.010, 0, 1);
  check(display_colour(445), 0.102, 0, 1);
  check(display_colour(577), 1, 0.580, 0);
  check(display_colour(488), 0, 0.659, 1);
  CHECK(display_colour(100) == display_colour(380));
  CHECK(display_colour(1000) == display_colour(780));
}

TEST_CASE("the wavelengths of a dictionary are what its channels look like", "[viewer]") {
  CHECK(primaries_of(*wire::SampleLayout::from_dictionary(wire::dictionary(wire::SampleFormat::Xyrgb))) ==
        standard_primaries());
  // x, y, 642 nm, 520 nm, 445 nm in 16, 16, 8, 8, 8 bits.
  const auto lines = test::from_hex("42 00 40 10 42 10 40 10 52 82 52 08 51 BD 00 00");
  const auto primaries = primaries_of(*wire::SampleLayout::from_dictionary(lines));
  CHECK(primaries[0] == display_colour(642));
  CHECK(primaries[1] == display_colour(520));
}

TEST_CASE("lines add up, each by its power", "[viewer]") {
  const Primaries primaries{LinearRgb{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5F, 0, 0}, {0, 0.5F, 0}, {0, 0, 0.5F}};
  const LinearRgb light = light_of({.r = 65535, .g = 13107, .u2 = 65535}, primaries, false);
  CHECK(light.r == Approx(1));
  CHECK(light.g == Approx(0.2 + 0.5));
  CHECK(light.b == 0);
  CHECK(light_of({.x = 5, .intensity = 65535}, primaries, false) == LinearRgb{});
}

TEST_CASE("TTL lasers are full from half of full scale on, and off below", "[viewer]") {
  const Primaries primaries{LinearRgb{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  CHECK(light_of({.r = 0x8000, .g = 0x7FFF, .b = 0xFFFF}, primaries, true) == LinearRgb{1, 0, 1});
}
