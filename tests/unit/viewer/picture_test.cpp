// SPDX-License-Identifier: MIT
// Pictures of the viewer compared with those of a slow renderer that shares no code with it; see tests/viewer.
#include "viewer/model/picture/picture.hpp"

#include <png.h>

#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/viewer/timelines.hpp"
#include "viewer/model/picture/orientation.hpp"
#include "viewer/model/picture/wall.hpp"
#include "viewer/model/source/open_file.hpp"
#include "viewer/scenes.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

/// Tolerance per colour, of 255: the viewer uses float instead of double, tables instead of formulas.
constexpr int kTolerance = 4;
/// With scanners: the viewer draws curves as four straight lines per sample.
constexpr int kScannerTolerance = 16;
constexpr double kMeanTolerance = 0.05;

std::vector<std::uint32_t> read_reference(const std::string& name, int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&image, (IDN_VIEWER_REFERENCES "/" + name + ".png").c_str()));
  image.format = PNG_FORMAT_BGRA;
  REQUIRE((image.width == static_cast<unsigned>(width) && image.height == static_cast<unsigned>(height)));
  std::vector<std::uint32_t> pixels(std::size_t{image.width} * image.height);
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr));
  return pixels;
}

struct Difference {
  int largest = 0;
  double mean = 0;
};

Difference compare(std::span<const std::uint32_t> seen, std::span<const std::uint32_t> expected) {
  Difference difference;
  double sum = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (const int shift : {0, 8, 16}) {
      const int off =
          std::abs(static_cast<int>(seen[i] >> shift & 0xFF) - static_cast<int>(expected[i] >> shift & 0xFF));
      difference.largest = std::max(difference.largest, off);
      sum += off;
    }
  difference.mean = sum / static_cast<double>(3 * expected.size());
  return difference;
}

PictureOptions options_of(const SlowScene& slow) {
  PictureOptions options{
      .width = slow.width, .height = slow.height, .exposure = slow.exposure, .ttl = slow.ttl};
  options.persistence = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(slow.persistence));
  options.primaries = {LinearRgb{1, 0, 0}, {0, 1, 0}, {0.0101F, 0, 1}};  // those of the slow renderer
  if (slow.scanner) options.beam.scanner = scanner_from("30k");
  return options;
}

TimePoint moment(double seconds) {
  return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)));
}

/// The timeline of a scene: from its file, its capture, or its samples.
Timeline timeline_of(const Scene& scene) {
  if (scene.name == "file_square") {
    const TemporaryFile file(vector_file("ild/ild-01-format5-square.hex"), ".ild");
    return std::move(open_file(file.path()).streams().front()->timeline);
  }
  Timeline timeline;
  const double seconds = static_cast<double>(scene.slow.samples.size()) / scene.slow.rate;
  timeline.play_wave(at(0ms), moment(seconds).time_since_epoch(), shown(scene.slow.samples));
  return timeline;
}

void check_scene(const Scene& scene) {
  CAPTURE(scene.name);
  const auto& slow = scene.slow;
  const auto expected = read_reference(scene.name, slow.width, slow.height);
  REQUIRE(std::ranges::any_of(expected, [](std::uint32_t pixel) { return (pixel & 0xFFFFFF) != 0; }));
  Picture picture(options_of(slow));
  const Difference off = compare(picture.show(timeline_of(scene), moment(slow.at)), expected);
  INFO("largest difference " << off.largest << ", mean " << off.mean);
  CHECK(off.largest <= (slow.scanner ? kScannerTolerance : kTolerance));
  CHECK(off.mean <= kMeanTolerance);
}

Timeline circling(Duration length) {
  Timeline timeline;
  for (int i = 0; i < length / 10ms; ++i) {
    std::vector<LaserSample> turn;
    for (int k = 0; k < 300; ++k) {
      const double radians = k * 0.0209439;
      turn.push_back({.x = static_cast<std::int16_t>(25000 * std::cos(radians)),
                      .y = static_cast<std::int16_t>(25000 * std::sin(radians)),
                      .r = 65535,
                      .g = 30000,
                      .b = 10000});
    }
    timeline.play_wave(at(i * 10ms), 10ms, shown(turn));
  }
  return timeline;
}

constexpr PictureOptions small() {
  PictureOptions options;
  options.width = options.height = 128;
  return options;
}

std::vector<std::uint32_t> copy(std::span<const std::uint32_t> pixels) {
  return {pixels.begin(), pixels.end()};
}

}  // namespace

TEST_CASE("ten pictures look as the slow renderer draws them", "[viewer]") {
  const auto all = scenes();
  REQUIRE(all.size() == 10);
  for (const auto& scene : all) check_scene(scene);
}

TEST_CASE("a picture does not depend on how many pictures came before it", "[viewer]") {
  for (const bool scanned : {false, true}) {
    const Timeline timeline = circling(400ms);
    PictureOptions options = small();
    if (scanned) options.beam.scanner = scanner_from("30k");
    Picture often(options), once(options);
    for (int i = 1; i < 24; ++i) often.show(timeline, at(i * 16666667ns));
    CHECK(compare(often.show(timeline, at(400ms)), copy(once.show(timeline, at(400ms)))).largest <= 1);
  }
}

TEST_CASE("going back in time draws what was seen then", "[viewer]") {
  const Timeline timeline = circling(400ms);
  Picture picture(small());
  const auto before = copy(picture.show(timeline, at(103ms)));
  picture.show(timeline, at(350ms));
  CHECK(copy(picture.show(timeline, at(103ms))) == before);
}

TEST_CASE("what went dark fades away", "[viewer]") {
  Timeline timeline = circling(100ms);
  timeline.go_dark(at(100ms), DarkReason::LinkLost);
  Picture picture(small());
  const auto lit = [](auto pixels) {
    return std::ranges::any_of(pixels, [](auto p) { return p != 0xFF000000; });
  };
  CHECK(lit(picture.show(timeline, at(100ms))));
  CHECK_FALSE(lit(picture.show(timeline, at(2s))));
}

TEST_CASE("the same light over a longer way is dimmer", "[viewer]") {
  const auto brightest = [](std::int16_t width) {
    Timeline timeline;
    std::vector<LaserSample> line{{.x = static_cast<std::int16_t>(-width)}, {.x = width, .g = 65535}};
    timeline.play_wave(at(0ms), 2ms, shown(line));
    PictureOptions options = small();
    options.exposure = 0.2;
    Picture picture(options);
    const auto pixels = picture.show(timeline, at(2ms));
    return pixels[64 * 128 + 64] >> 8 & 0xFF;
  };
  CHECK(brightest(30000) < brightest(15000));
  CHECK(brightest(15000) < brightest(5000));
}

TEST_CASE("flips and exchanged axes turn the picture", "[viewer]") {
  Timeline timeline;
  timeline.play_wave(at(0ms), 10ms, shown({{.x = 20000, .y = 10000, .g = 65535}}));
  const auto is_at = [&](const SampleTransform& transform, std::int16_t x, std::int16_t y) {
    PictureOptions options = small();
    options.beam.transform = transform;
    Picture picture(options);
    const Pixel spot = picture.pixel_of({x / 32767.0, y / 32767.0});
    const auto pixels = picture.show(timeline, at(10ms));
    return (pixels[static_cast<std::size_t>(spot.y) * 128 + static_cast<std::size_t>(spot.x)] & 0xFF00) >
           0xC000;
  };
  CHECK(is_at({}, 20000, 10000));
  CHECK(is_at({.flip_x = true}, -20000, 10000));
  CHECK(is_at({.flip_y = true}, 20000, -10000));
  CHECK(is_at({.swap_axes = true}, 10000, 20000));
  CHECK_FALSE(is_at({.swap_axes = true}, 20000, 10000));
}

TEST_CASE("what is asked for in addition is seen, and only then", "[viewer]") {
  Timeline timeline;
  auto data = std::make_shared<Samples>();
  data->values = {
      {.x = -20000}, {.x = 20000}, {.x = 20000, .y = 20000, .g = 65535}, {.x = -20000, .y = 20000, .g = 65535}};
  data->datagram_starts = {0, 2};
  timeline.play_wave(at(0ms), 4ms, data);
  const auto difference = [&](auto change) {
    PictureOptions options = small();
    options.beam.scanner = scanner_from("30k");
    Picture plain(options);
    change(options);
    Picture changed(options);
    return compare(changed.show(timeline, at(4ms)), copy(plain.show(timeline, at(4ms)))).largest;
  };
  CHECK(difference([](PictureOptions&) {}) == 0);
  CHECK(difference([](PictureOptions& o) { o.blanked_path = true; }) > 10);
  CHECK(difference([](PictureOptions& o) { o.commanded_path = true; }) > 10);
  CHECK(difference([](PictureOptions& o) { o.dots = true; }) > 10);
  CHECK(difference([](PictureOptions& o) { o.chunk_starts = true; }) > 10);
  CHECK(difference([](PictureOptions& o) { o.datagram_starts = true; }) > 10);
  CHECK(difference([](PictureOptions& o) { o.grid = true; }) > 10);
  CHECK(difference([](PictureOptions& o) { o.ilda_figure = true; }) > 10);
}

TEST_CASE("a place on the screen and a position of the beam are each other's inverse", "[viewer]") {
  const Picture picture(PictureOptions{.width = 1920, .height = 1080});
  CHECK(picture.pixel_of({0, 0}).x == Approx(960));
  CHECK(picture.pixel_of({1, 1}).y == Approx(54));
  const Picture zoomed({.zoom = 4, .middle = {0.5, 0.25}});
  CHECK(zoomed.pixel_of({0.5, 0.25}).x == Approx(960));
  CHECK(zoomed.pixel_of({0.5, 0.5}).y == Approx(540 - 486));
  CHECK(zoomed.position_of(zoomed.pixel_of({0.4, 0.3})).y == Approx(0.3));
  const Position back = picture.position_of(picture.pixel_of({0.25, -0.75}));
  CHECK(back.x == Approx(0.25));
  CHECK(back.y == Approx(-0.75));
}

TEST_CASE("two turns as one are the one after the other", "[viewer]") {
  const auto turn = [](int bits) {
    return SampleTransform{.swap_axes = (bits & 1) != 0, .flip_x = (bits & 2) != 0, .flip_y = (bits & 4) != 0};
  };
  const LaserSample sample{.x = 100, .y = -3000, .r = 7};
  for (int first = 0; first < 8; ++first)
    for (int second = 0; second < 8; ++second)
      CHECK(composed(turn(first), turn(second))(sample) == turn(second)(turn(first)(sample)));
}

TEST_CASE("streams stand side by side, each drawn as if alone", "[viewer]") {
  const Timeline left = circling(100ms);
  const Timeline dark;
  PictureOptions options = small();
  options.width = 256;
  Wall wall(options, std::vector<Wall::Tile>{{&left}, {&dark}});
  const auto pixels = copy(wall.show(at(100ms)));
  Picture alone(small());
  const auto expected = alone.show(left, at(100ms));
  for (std::size_t y = 0; y < 128; ++y)
    for (std::size_t x = 0; x < 128; ++x) {
      CHECK(pixels[y * 256 + x] == expected[y * 128 + x]);
      CHECK(pixels[y * 256 + 128 + x] == 0xFF000000);
    }
}

TEST_CASE("of a film of 25 pictures per second the one before is hardly seen", "[viewer]") {
  CHECK(PictureOptions{}.persistence == 25ms);
  Timeline timeline;  // a spot on the left for 40 ms, then one on the right
  timeline.play_wave(at(0ms), 40ms, shown(std::vector<LaserSample>(40, {.x = -16'000, .g = 65535})));
  timeline.play_wave(at(40ms), 40ms, shown(std::vector<LaserSample>(40, {.x = 16'000, .g = 65535})));
  PictureOptions options;
  options.width = options.height = 64;
  options.exposure = 0.002;
  Picture picture(options);
  const auto pixels = picture.show(timeline, at(80ms));
  const auto green = [&](double x) {
    const Pixel place = picture.pixel_of({x, 0});
    return pixels[static_cast<std::size_t>(place.y) * 64 + static_cast<std::size_t>(place.x)] >> 8 & 0xFF;
  };
  CHECK(green(16'000 / 32767.0) > 100);
  CHECK(green(-16'000 / 32767.0) < green(16'000 / 32767.0) / 2);
}

TEST_CASE("what was commanded is seen in its own colour beside what scanners make of it", "[viewer]") {
  // A circle of 2 kHz, which scanners of the 12 kpps class draw much smaller.
  std::vector<LaserSample> circle;
  for (int i = 0; i < 900; ++i)
    circle.push_back({.x = static_cast<std::int16_t>(16'000 * std::cos(0.42 * i)),
                      .y = static_cast<std::int16_t>(16'000 * std::sin(0.42 * i)),
                      .r = 65535});
  Timeline timeline;
  timeline.play_wave(at(0ms), 30ms, shown(circle));
  PictureOptions options;
  options.width = options.height = 200;
  options.beam.scanner = scanner_from("12k");
  options.commanded_path = true;
  Picture picture(options);
  const auto pixels = picture.show(timeline, at(30ms));
  const auto is_seen = [&](bool commanded) {
    return std::ranges::count_if(pixels, [commanded](std::uint32_t pixel) {
             const int red = pixel >> 16 & 0xFF, blue = pixel & 0xFF;
             return commanded ? blue > 90 && red < blue / 2 : red > 90 && blue < red / 2;
           }) > 50;
  };
  CHECK(is_seen(true));
  CHECK(is_seen(false));
}
