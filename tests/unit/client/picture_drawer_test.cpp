// SPDX-License-Identifier: MIT
#include "client/content/picture_drawer.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;

TEST_CASE("a picture that is drawn again rests in the dark before and after the way back, as asked for",
          "[client]") {
  client::PictureDrawer drawer(client::SwitchAt::EndOfPass, {1ms, 300us, 700us});
  const std::vector<LaserSample> line{
      {.x = -32768, .g = 65535}, {.x = 0, .g = 65535}, {.x = 32767, .g = 65535}};
  drawer.show(line);
  // At 10 kpps: a move from the middle, the picture, then a blanked move: 3 samples of dwell, 10 moving, 7 of
  // dwell.
  std::vector<LaserSample> samples(100);
  REQUIRE(drawer.draw(samples, {10'000}) == 100);
  const auto is_end = [](const LaserSample& sample) { return sample.x == 32767 && sample.g > 0; };
  const auto end = std::ranges::find_if(samples, is_end);
  REQUIRE(samples.end() - end > 24);
  CHECK(std::all_of(end + 1, end + 4, [](const LaserSample& s) { return s.is_dark() && s.x == 32767; }));
  CHECK((end[4].is_dark() && end[4].x < 32767));
  CHECK(std::all_of(end + 13, end + 21, [](const LaserSample& s) { return s.is_dark() && s.x == -32768; }));
  CHECK(end[21] == line.front());
}
