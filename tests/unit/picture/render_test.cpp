// SPDX-License-Identifier: MIT
// Drawings as samples, and what scanners of the model make of them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "bench/drawing/scenes.hpp"
#include "bench/drawing/trace.hpp"
#include "idn/picture/drawing.hpp"
#include "picture/drawing/route.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::picture;
using namespace std::chrono_literals;

namespace {

double dark_way(const std::vector<DrawnStroke>& strokes) {
  double way = 0;
  for (std::size_t i = 0; i < strokes.size(); ++i)
    way += dark_cost(strokes[i].back(), strokes[(i + 1) % strokes.size()].front());
  return way;
}

/// The shortest of all orders and directions of open strokes.
double shortest_way(std::vector<DrawnStroke> strokes) {
  std::vector<std::size_t> order(strokes.size());
  std::iota(order.begin(), order.end(), 0);
  double shortest = std::numeric_limits<double>::max();
  do {
    for (unsigned directions = 0; directions < 1U << strokes.size(); ++directions) {
      std::vector<DrawnStroke> drawn;
      for (const std::size_t at : order) {
        drawn.push_back(strokes[at]);
        if ((directions >> at & 1) != 0) std::ranges::reverse(drawn.back());
      }
      shortest = std::min(shortest, dark_way(drawn));
    }
  } while (std::next_permutation(order.begin() + 1, order.end()));
  return shortest;
}

Drawing random_lines(std::uint32_t seed, int count) {
  std::mt19937 engine(seed);
  const auto number = [&engine] { return static_cast<double>(engine()) / 2147483648.0 - 1; };
  Drawing drawing;
  for (int i = 0; i < count; ++i) {
    drawing.move_to(number(), number());
    drawing.line_to(number(), number());
  }
  return drawing;
}

double way_between(const LaserSample& a, const LaserSample& b) {
  return std::hypot(b.x - a.x, b.y - a.y) / 32767.0;
}

/// Lit sections of a pass.
std::size_t lit_sections(std::span<const LaserSample> samples) {
  std::size_t sections = 0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    sections += !samples[i].is_dark() && (i == 0 || samples[i - 1].is_dark());
  return sections;
}

double nearest_lit(std::span<const LaserSample> samples, double x, double y) {
  double nearest = 9;
  for (const auto& sample : samples)
    if (!sample.is_dark())
      nearest = std::min(nearest, std::hypot(sample.x / 32767.0 - x, sample.y / 32767.0 - y));
  return nearest;
}

}  // namespace

TEST_CASE("the order of few strokes is as short as the best of all, or nearly", "[drawing]") {
  double found = 0, best = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Drawing drawing = random_lines(seed, 5);
    const double way = dark_way(route(drawing.strokes())), shortest = shortest_way(drawing.strokes());
    CAPTURE(seed);
    CHECK(way >= shortest - 1e-9);
    CHECK(way <= 1.05 * shortest);
    found += way, best += shortest;
  }
  CHECK(found <= 1.01 * best);
}

TEST_CASE("many strokes are drawn on a way that is much shorter than in the order in which they came",
          "[drawing]") {
  const Drawing drawing = random_lines(1, 100);
  const auto ordered = route(drawing.strokes());
  CHECK(ordered.size() == 100);
  CHECK(dark_way(ordered) < 0.85 * dark_way(drawing.strokes()));
  // Nothing is lost: each is there once, in one of its directions.
  for (const auto& stroke : drawing.strokes()) {
    auto backwards = stroke;
    std::ranges::reverse(backwards);
    CHECK(std::ranges::count(ordered, stroke) + std::ranges::count(ordered, backwards) == 1);
  }
}

TEST_CASE("strokes that meet are drawn without a dark move between them", "[drawing]") {
  Drawing drawing;  // a square of four lines in any order and direction
  drawing.move_to(-0.5, -0.5).line_to(0.5, -0.5).move_to(-0.5, 0.5).line_to(0.5, 0.5);
  drawing.move_to(0.5, 0.5).line_to(0.5, -0.5).move_to(-0.5, -0.5).line_to(-0.5, 0.5);
  const auto picture = render(drawing);
  CHECK(std::ranges::none_of(picture.samples, [](const auto& sample) { return sample.is_dark(); }));
  drawing.move_to(-0.5, 0).line_to(0.5, 0);
  CHECK(lit_sections(render(drawing).samples) == 2);
  CHECK(dark_cost({0.1, 0.1, {}}, {0.1, 0.1005, {}}) == 0);
  CHECK(dark_cost({0.1, 0.1, {}}, {0.1, 0.102, {}}) > 0.5);
}

TEST_CASE("a closed figure begins where the dark way is shortest, and is closed", "[drawing]") {
  Drawing drawing;
  drawing.move_to(0.9, 0.5).line_to(0.9, -0.5).circle(0, 0, 0.5);
  const auto samples = render(drawing, {.rate = {100'000}}).samples;
  std::size_t begin = 0, end = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const bool is_circle = std::hypot(samples[i].x, samples[i].y) < 17'000;
    if (!samples[i].is_dark() && is_circle) end = i;
    if (begin == 0 && end != 0) begin = i;
  }
  CHECK(samples[begin].x > 13'000);  // on the side of the line
  CHECK(way_between(samples[begin - 1], samples[end]) < 0.002);
}

TEST_CASE("a closed figure begins where another stroke meets it", "[drawing]") {
  Drawing drawing;
  drawing.move_to(-0.9, 0).line_to(-0.6, 0);
  drawing.move_to(-0.3, 0.3).line_to(-0.3, -0.3).line_to(0.3, -0.3).line_to(0.3, 0.3).close();
  drawing.move_to(0.3, 0.3).line_to(0.9, 0.3);
  CHECK(lit_sections(render(drawing).samples) == 2);
}

TEST_CASE("a pass of any scene ends where it begins, jumps nowhere and draws no hook", "[drawing]") {
  const std::uint32_t rate = GENERATE(20'000u, 60'000u);
  const double kpps = rate / 1000.0;
  double worst = 0;
  for (const auto& scene : bench::drawing_scenes()) {
    CAPTURE(scene.name, rate);
    const auto picture = render(scene.drawing, {.rate = {rate}, .scanner_kpps = kpps});
    const auto& samples = picture.samples;
    REQUIRE(samples.size() > 10);
    CHECK(samples.front() == samples.back());
    CHECK(picture.strokes_left_out == 0);
    CHECK(picture.time == Duration(static_cast<Duration::rep>(samples.size() * 1'000'000'000 / rate)));
    for (std::size_t i = 1; i < samples.size(); ++i)
      if (!samples[i].is_dark())
        CHECK(way_between(samples[i - 1], samples[i]) < 0.06);  // 0.11 of a 13th of a turn
    const auto error = bench::drawn_error(scene.drawing, samples, {rate}, kpps);
    CHECK(error.hook < 0.008);
    CHECK(error.gap < 0.008);
    worst = std::max(worst, error.hook);
  }
  CHECK(worst > 0.001);  // the measure sees something
}

TEST_CASE("the beam reaches corners and does not pass by", "[drawing]") {
  const int corners = GENERATE(3, 4, 5);
  const std::uint32_t rate = GENERATE(20'000u, 30'000u, 60'000u);
  Drawing drawing;
  drawing.polygon(0, 0, 0.9, corners);
  const auto error = bench::drawn_error(drawing, render(drawing, {.rate = {rate}}).samples, {rate}, 30);
  CAPTURE(corners, rate);
  CHECK(error.hook < 0.004);
  CHECK(error.gap < 0.004);
}

TEST_CASE("projectors of 20, 30 and 60 kHz show the same", "[drawing]") {
  Drawing drawing;
  drawing.text("Äé1", -0.8, -0.2, 0.4).circle(0, 0, 0.8).polygon(0, 0.6, 0.2, 3);
  Duration times[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t rate = std::array{20'000u, 30'000u, 60'000u}[i];
    const auto picture = render(drawing, {.rate = {rate}, .scanner_kpps = 30});
    times[i] = picture.time;
    const auto error = bench::drawn_error(drawing, picture.samples, {rate}, 30);
    CHECK(error.hook < 0.008);
    CHECK(error.gap < 0.008);
    // Corners are commanded exactly.
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vertex& vertex = drawing.strokes().back()[corner];
      CHECK(nearest_lit(picture.samples, vertex.x, vertex.y) < 1e-4);
    }
  }
  CHECK(in_seconds(times[0]) == Approx(in_seconds(times[2])).epsilon(0.2));
  CHECK(in_seconds(times[1]) == Approx(in_seconds(times[2])).epsilon(0.1));
}

TEST_CASE("faster scanners take less time, in proportion", "[drawing]") {
  const auto time = [](double kpps) {
    return in_seconds(render(random_lines(3, 10), {.rate = {200'000}, .scanner_kpps = kpps}).time);
  };
  CHECK(time(15) / time(30) == Approx(2).epsilon(0.03));
}

TEST_CASE("a picture that is too long is drawn faster, and says by how much it still is", "[drawing]") {
  const Drawing drawing = random_lines(2, 20);
  const auto usual = render(drawing);
  CHECK(usual.over == 0ns);
  const auto fitted = render(drawing, {.frame_time = usual.time * 4 / 5});
  CHECK(fitted.over == 0ns);
  CHECK(fitted.time <= usual.time * 4 / 5);
  CHECK(fitted.time > usual.time * 78 / 100);  // no faster than needed
  const auto hurried = render(drawing, {.frame_time = 5ms});
  CHECK(hurried.over == hurried.time - 5ms);
  CHECK(hurried.over > 1ms);
  CHECK(hurried.time < usual.time);
  CHECK(bench::drawn_error(drawing, hurried.samples, {30'000}, 30).hook < 0.03);
  CHECK(render(drawing, {.frame_time = usual.time}).samples == usual.samples);
}

TEST_CASE("colours change where the drawing says, evenly or at once", "[drawing]") {
  Drawing drawing;
  drawing.colour({255, 0, 0}).move_to(-0.8, 0).line_to(0, 0).colour({0, 255, 0}).line_to(0.8, 0);
  drawing.colour({0, 0, 0}).move_to(-0.8, 0.5).fade_to(0.8, 0.5, {0, 0, 255});
  std::size_t at_change = 0;
  for (const auto& sample : render(drawing).samples) {
    if (sample.is_dark()) continue;
    at_change += sample.x == 0 && sample.y == 0;
    if (sample.y == 0)
      CHECK((sample.x <= 0 ? sample.r : sample.g) >= (sample.x == 0 ? 0 : 65'535));
    else
      CHECK(sample.b == Approx((sample.x / 32767.0 + 0.8) / 1.6 * 65'535).margin(300));
  }
  CHECK(at_change >= 2);  // the mirrors get there before the colour changes
  // What is black is not drawn.
  CHECK(render(std::move(Drawing{}.colour({0, 0, 0}).circle(0, 0, 0.5))).samples.empty());
  CHECK(render({}).samples.empty());
}

TEST_CASE("colours that are delayed on their way are that much earlier", "[drawing]") {
  Drawing drawing;
  drawing.text("Shift", -0.8, 0, 0.4);
  const RenderOptions options{.rate = {50'000}, .colour_shift = GENERATE(100us, -60us)};
  auto samples = render(drawing, options).samples;
  const auto undelayed = bench::drawn_error(drawing, samples, options.rate, 30);
  const auto given = samples;
  const std::size_t late = options.colour_shift == 100us ? 5 : samples.size() - 3;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const LaserSample& coloured = given[(i + samples.size() - late) % samples.size()];
    samples[i].r = coloured.r, samples[i].g = coloured.g, samples[i].b = coloured.b;
  }
  const auto error = bench::drawn_error(drawing, samples, options.rate, 30);
  CHECK(error.hook < 0.007);
  CHECK(error.gap < 0.007);
  CHECK(std::max(undelayed.hook, undelayed.gap) > 0.0072);
}

TEST_CASE("a dot is lit at its place", "[drawing]") {
  Drawing drawing;
  drawing.move_to(0.5, 0.25).line_to(0.5, 0.25).move_to(-0.5, 0).line_to(-0.5, 0);
  const auto samples = render(drawing).samples;
  CHECK(lit_sections(samples) == 2);
  for (const auto& sample : samples)
    if (!sample.is_dark())
      CHECK((sample.x == 16'384 ? sample.y == 8192 : sample.x == -16'384 && sample.y == 0));
}

TEST_CASE("hostile drawings and options stay within the bounds of samples", "[drawing]") {
  Drawing dots, lines;
  for (int i = 0; i < 40'000; ++i) {
    const double x = std::sin(i * 1.7), y = std::sin(i * 2.9);
    dots.move_to(x, y).line_to(x, y);
    lines.line_to(x, y);
  }
  const auto many = render(dots, {.rate = {100'000}});
  CHECK(many.samples.size() <= RenderedPicture::kMostSamples);
  CHECK(many.strokes_left_out > 1000);
  CHECK(many.samples.front() == many.samples.back());
  CHECK(render(lines, {.rate = {SampleRate::kMax}, .scanner_kpps = 1}).strokes_left_out == 1);
  Drawing square;
  square.polygon(0, 0, 0.9, 4);
  for (const double kpps : {std::nan(""), -1.0, 0.0, 1e300, 200.0})
    for (const std::uint32_t rate : {0u, 1u, 1'000'000u, 4'000'000'000u}) {
      const auto picture = render(square, {.rate = {rate}, .scanner_kpps = kpps, .frame_time = 1ns});
      CHECK(picture.samples.size() >= 5);
      CHECK(picture.over > 0ns);
      const double nearest = kpps >= 1 ? 200 : 1;
      CHECK(picture.samples ==
            render(square, {.rate = {rate}, .scanner_kpps = nearest, .frame_time = 1ns}).samples);
    }
}
