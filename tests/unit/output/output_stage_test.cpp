// SPDX-License-Identifier: MIT
#include "output/output_stage.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/near.hpp"
#include "unit/output/hostile_samples.hpp"
#include "unit/output/output_samples.hpp"

using namespace idn;
using namespace idn::output;
using namespace idn::test;
using namespace std::chrono_literals;
using enum LimitAction;

TEST_CASE("without options nothing is done", "[output]") {
  const OutputStage stage({}, kShowRate);
  CHECK(stage.is_neutral());
  CHECK_FALSE(OutputStage({.orientation = {.mirror_x = true}}, kShowRate).is_neutral());
  CHECK_FALSE(OutputStage({.limits = {.speed = {1000, Count}}}, kShowRate).is_neutral());
}

TEST_CASE("for xyrgbi the intensity is that which receivers assume where there is none", "[output]") {
  const auto intensity = [](LaserSample sample, const OutputOptions& options = {},
                            std::optional<wire::SampleFormat> format = wire::SampleFormat::Xyrgbi) {
    OutputStage stage(options, kShowRate, format);
    Samples samples{sample, sample};
    stage.process(samples);
    return samples[1].intensity;
  };
  CHECK(intensity({.g = 65535}) == 65535);
  CHECK(intensity({.g = 256, .intensity = 255}) == 65535);
  CHECK(intensity({.g = 65535, .intensity = 20'000}) == 20'000);
  CHECK(intensity({.intensity = 65535}) == 0);
  CHECK(intensity({.b = 255, .intensity = 65535, .u1 = 65535}) == 0);  // of these, nothing is sent
  CHECK(intensity({.r = 65535, .intensity = 65535}, {.balance = {.red = 0}}) == 0);
  CHECK(intensity({.r = 65535}, {.limits = {.brightness = {Brightness::all(0.5), Clamp}}}) == 32767);
  for (const auto format :
       {wire::SampleFormat::Xyrgb, wire::SampleFormat::IspDb25, wire::SampleFormat::Extended}) {
    CHECK(intensity({.g = 65535}, {}, format) == 0);
    CHECK(intensity({.intensity = 65535}, {}, format) == 65535);
  }
}

TEST_CASE("the picture is mirrored, turned, scaled and moved, in this order", "[output]") {
  const Samples corner{white(10'000, 20'000)};
  const auto turned = [&](const Orientation& orientation) {
    const auto sample = after({.orientation = orientation}, corner)[0];
    return std::pair<int, int>(sample.x, sample.y);
  };
  CHECK(turned({.mirror_x = true}) == std::pair(-10'000, 20'000));
  CHECK(turned({.mirror_y = true}) == std::pair(10'000, -20'000));
  CHECK(turned({.rotate_degrees = 90}) == std::pair(-20'000, 10'000));
  CHECK(turned({.rotate_degrees = -90}) == std::pair(20'000, -10'000));
  CHECK(turned({.rotate_degrees = 180}) == std::pair(-10'000, -20'000));
  CHECK(turned({.rotate_degrees = 45}) == std::pair(-7071, 21213));
  CHECK(turned({.scale = 0.5, .offset_x = 0.5}) == std::pair(21'384, 10'000));
  CHECK(turned({.mirror_x = true, .rotate_degrees = 90, .scale = 0.5}) == std::pair(-10'000, -5000));
}

TEST_CASE("a keystone shows the corners of the picture where they are wanted", "[output]") {
  const Keystone keystone{{-0.9, -0.8}, {0.7, -0.9}, {0.5, 0.9}, {-0.6, 0.6}};
  const auto shown = [](const Orientation& orientation, int x, int y) {
    const auto sample = after({.orientation = orientation}, {white(x, y)})[0];
    return std::pair<int, int>(sample.x, sample.y);
  };
  const auto is_near = [](std::pair<int, int> is, double x, double y) {
    return std::abs(is.first - x) <= 1 && std::abs(is.second - y) <= 1;
  };
  // The solution of the eight linear equations of the corners, by numpy.linalg.solve.
  CHECK(is_near(shown({.keystone = keystone}, 0, 0), -5329.55, 3124.74));
  CHECK(is_near(shown({.keystone = keystone}, 10'000, 20'000), 1714.66, 18075.55));
  CHECK(is_near(shown({.keystone = keystone}, -20'000, 5000), -16556.11, 4935.67));
  CHECK(is_near(shown({.keystone = keystone}, -32768, -32768), -29491.2, -26214.4));
  CHECK(is_near(shown({.keystone = keystone}, 32767, -32768), 22936.47, -29491.13));
  CHECK(is_near(shown({.mirror_x = true, .rotate_degrees = 90, .keystone = keystone}, 10'000, 20'000),
                -18369.43, -6007.51));
  CHECK(after({.orientation = {.keystone = keystone}}, {{.g = 65535, .x_prime = 1234}})[0].x_prime == 1234);
}

TEST_CASE("what a keystone shows beyond the edge, or would beyond its horizon, is dark", "[output]") {
  // The left half of a floor that reaches to its horizon, at x = -6.
  const Orientation flat{.keystone = {{-2, -0.6}, {1, -1}, {1, 1}, {-2, 0.6}}};
  CHECK_FALSE(after({.orientation = flat}, {white(20'000, 10'000)})[0].is_dark());
  CHECK(after({.orientation = flat}, {white(-30'000, 0)})[0].is_dark());
  Orientation far = flat;
  far.scale = 100;
  for (const int x : {-32768, -20'000, -3000, -1000, 1000, 20'000})
    CHECK(after({.orientation = far}, {white(x, 0)})[0].is_dark());
  CHECK_FALSE(after({.orientation = far}, {white(100, 0)})[0].is_dark());
  // Beyond the horizon, and yet in the middle of the picture by the formula.
  const Orientation behind{.scale = 10, .keystone = {{0.3, -0.2}, {1, -1}, {1, 1}, {0.3, 0.2}}};
  CHECK(after({.orientation = behind}, {white(16'384, 0)})[0].is_dark());
  CHECK_FALSE(after({.orientation = behind}, {white(0, 0)})[0].is_dark());
}

TEST_CASE("options change between two samples, and all else goes on", "[output]") {
  OutputStage stage({.orientation = {.offset_x = 0.25}}, kShowRate);
  const auto next = [&] {
    Samples one{white(1000, 0)};
    stage.process(one);
    return one[0];
  };
  CHECK(next().x == 9192);
  stage.set_brightness(0.5F);
  stage.change({.orientation = {.offset_x = -0.25}});
  CHECK(next().x == 9192);
  CHECK(stage.take_change());
  CHECK_FALSE(stage.take_change());
  const LaserSample dimmed = next();
  CHECK(dimmed.x == -7192);
  CHECK(dimmed.g == 32767);
  for (int i = 1; i <= 5; ++i) stage.change({.orientation = {.offset_x = 0.125 * i}});
  CHECK(stage.take_change());  // the newest
  CHECK(next().x == 1000 + 20'480);
  stage.change({.limits = {.zones = {{{{-0.1, -0.1}, {0.2, -0.1}, {0, 0.1}}}}}});
  stage.take_change();
  next();
  CHECK(next().is_dark());
  CHECK(stage.counters().zones.value() == 1);  // the first sample is dark: nothing knew where the beam was
  stage.set_brightness(1);
  stage.change({});
  CHECK(stage.take_change());
  CHECK(stage.is_neutral());
  CHECK(next() == white(1000, 0));
  // Where the beam was while there were no limits, no limit knows.
  stage.change({.balance = {.red = 0}, .limits = {.brightness = {Brightness::all(1), Clamp}}});
  stage.take_change();
  CHECK(next().is_dark());
  const LaserSample cyan = next();
  CHECK(cyan.r == 0);
  CHECK(cyan.g == 65535);
}

TEST_CASE("what an orientation moves out of the picture is dark at its edge", "[output]") {
  const auto samples = after({.orientation = {.scale = 2}}, {white(20'000, 1000), white(10'000, -10'000)});
  CHECK(samples[0] == LaserSample{.x = 32767, .y = 2000});
  CHECK(samples[1] == white(20'000, -20'000));
  // The lowest position has no positive counterpart.
  CHECK(after({.orientation = {.mirror_x = true}}, {white(-32768, 5)})[0] == white(32767, 5));
}

TEST_CASE("the colour balance scales colours and leaves full ones alone", "[output]") {
  const auto sample = after({.balance = {.green = 0.5, .blue = 0}}, {white(0, 0)})[0];
  CHECK(sample.r == 65535);
  CHECK(sample.g == 32767);
  CHECK(sample.b == 0);
  CHECK(sample.intensity == 65535);
}

TEST_CASE("colours come later by the shift, dark before", "[output]") {
  // 100 us are three samples.
  const Samples in{white(0, 0, 1000), white(1, 0, 2000), white(2, 0, 3000), white(3, 0, 4000),
                   white(4, 0, 5000)};
  const auto later = after({.colour_shift = 100us}, in);
  CHECK(red_of(later) == std::vector{0, 0, 0, 1000, 2000});
  CHECK(x_of(later) == std::vector{0, 1, 2, 3, 4});
}

TEST_CASE("a part of a sample is interpolated", "[output]") {
  // 50 us are one and a half.
  const Samples in{white(0, 0, 1000), white(0, 0, 2000), white(0, 0, 65535), white(0, 0, 65535),
                   white(0, 0, 65535)};
  const auto later = after({.colour_shift = 50us}, in);
  CHECK(red_of(later) == std::vector{0, 500, 1500, 33767, 65535});
}

TEST_CASE("positions come later by a negative shift, the first one dark until then", "[output]") {
  const Samples in{white(100, 0, 1000), white(200, 0, 2000), white(300, 0, 3000), white(400, 0, 4000)};
  const auto later = after({.colour_shift = -50us}, in);
  CHECK(x_of(later) == std::vector{100, 100, 150, 250});
  CHECK(red_of(later) == std::vector{0, 0, 3000, 4000});
}

TEST_CASE("a restart forgets what is delayed", "[output]") {
  OutputStage stage({.colour_shift = 100us}, kShowRate);
  Samples in(2000, white(0, 0));
  stage.process(in);
  CHECK(in[1999].r == 65535);
  stage.restart();
  Samples again(5, white(0, 0));
  stage.process(again);
  CHECK(red_of(again) == std::vector{0, 0, 0, 65535, 65535});
}

TEST_CASE("colour shifts of two milliseconds work at every rate, for long", "[output]") {
  for (const Duration shift : {Duration(2ms), Duration(-2ms)})
    for (const std::uint32_t rate : {1u, 999u, 30'000u, 1'000'000u}) {
      OutputStage stage({.colour_shift = shift}, {rate});
      const auto delay = static_cast<int>(2 * rate / 1000);
      for (int packet = 0; packet < 60; ++packet) {
        Samples in;
        for (int i = 0; i < 137; ++i)
          in.push_back(
              white((packet * 137 + i) % 9000, 0, static_cast<std::uint16_t>((packet * 137 + i) % 9000 + 1)));
        stage.process(in);
        for (const auto& sample : in) {
          const int apart = sample.r == 0 ? delay : (sample.x + 1 - sample.r + 9000) % 9000;
          if (rate >= 30'000)
            CHECK(apart == (shift > 0ms ? delay : (9000 - (sample.r == 0 ? 9000 - delay : delay)) % 9000));
        }
      }
    }
}

TEST_CASE("results do not depend on how samples are divided over calls", "[output]") {
  const OutputOptions options{.orientation = {.rotate_degrees = 10},
                              .balance = {.red = 0.7},
                              .colour_shift = 77us,
                              .limits = all_limits(),
                              .scanner_kpps = 30};
  HostileSamples hostile(11, options.limits);
  auto whole = hostile.packet(50'000);
  auto parts = whole;
  OutputStage one(options, kShowRate), other(options, kShowRate);
  one.process(whole);
  for (std::size_t i = 0; i < parts.size();) {
    const auto count = std::min<std::size_t>(1 + hostile.number(200), parts.size() - i);
    other.process(std::span(parts).subspan(i, count));
    i += count;
  }
  CHECK(whole == parts);
  CHECK(one.counters().zones.value() == other.counters().zones.value());
  CHECK(one.counters().acceleration.value() == other.counters().acceleration.value());
}

TEST_CASE("the load of scanners is that of the hardest work they can do", "[output]") {
  const auto load = [](double kpps, const Samples& samples, SampleRate rate) {
    OutputStage stage({.scanner_kpps = kpps}, rate);
    for (int i = 0; i < 6; ++i) {
      auto in = samples;
      stage.process(in);
    }
    return stage.counters().scanner_load.value();
  };
  // To and fro over the whole picture, a millisecond each way.
  Samples to_and_fro;
  for (int i = 0; i < 30'000; ++i) to_and_fro.push_back(white(i / 30 % 2 == 0 ? -32768 : 32767, 0));
  CHECK(load(30, to_and_fro, kShowRate) > 0.9);
  CHECK(load(60, to_and_fro, kShowRate) == Near{std::sqrt(0.5), 0.05});  // half of the time it rests
  CHECK(load(30, Samples(30'000, white(30'000, 0)), kShowRate) == 0);
  CHECK(load(30, Samples(30'000, white(0, 30'000)), kShowRate) == 0);
  Samples up_and_down = to_and_fro;
  for (LaserSample& sample : up_and_down) std::swap(sample.x, sample.y);
  CHECK(load(30, up_and_down, kShowRate) == load(30, to_and_fro, kShowRate));
  // The same circle, 100 times a second, at three rates: pi^2 (2 f)^2 / 2 / sqrt(2) widths/s^2, by sqrt(12) per
  // ms^2.
  const double expected =
      0.5 * 0.5 * std::pow(2 * std::numbers::pi * 100, 2) / std::numbers::sqrt2 / std::sqrt(12) / 1e6;
  CHECK(load(30, circle(0.5, 300, 30'000), kShowRate) == Near{expected, 0.03});
  CHECK(load(30, circle(0.5, 1000, 100'000), {100'000}) == Near{expected, 0.05});
}

TEST_CASE("options that make no sense are complained about in words", "[output]") {
  const double no_number = std::nan("");
  CHECK_FALSE(problem_in(OutputOptions{.limits = all_limits()}));
  CHECK(problem_in(OutputOptions{.orientation = {.scale = 0}}) == "the scale has to be 0.001..100");
  CHECK(problem_in(OutputOptions{.orientation = {.rotate_degrees = no_number}}));
  CHECK(problem_in(OutputOptions{.orientation = {.offset_y = 3}}));
  const auto wrong_keystone = [](const Keystone& keystone) {
    return problem_in(OutputOptions{.orientation = {.keystone = keystone}}).has_value();
  };
  CHECK_FALSE(wrong_keystone({{-0.9, -0.8}, {0.7, -0.9}, {0.5, 0.9}, {-0.6, 0.6}}));
  CHECK(wrong_keystone({{-1, no_number}, {1, -1}, {1, 1}, {-1, 1}}));
  CHECK(wrong_keystone({{-3, -1}, {1, -1}, {1, 1}, {-1, 1}}));
  CHECK(wrong_keystone({{1, -1}, {-1, -1}, {-1, 1}, {1, 1}}));        // mirrored
  CHECK(wrong_keystone({{-1, -1}, {1, -1}, {-0.5, -0.5}, {-1, 1}}));  // a dent
  CHECK(wrong_keystone({{-1, -1}, {1, -1}, {0, -1}, {-1, 1}}));       // a triangle
  CHECK(wrong_keystone({{-1, -1}, {1, 1}, {1, -1}, {-1, 1}}));        // crossed
  CHECK(problem_in(OutputOptions{.balance = {.cyan = -0.1}}));
  CHECK(problem_in(OutputOptions{.colour_shift = 3ms}));
  CHECK(problem_in(OutputOptions{.scanner_kpps = 0.5}));
  const auto wrong = [](auto change) {
    auto limits = all_limits();
    change(limits);
    return problem_in(limits).has_value();
  };
  CHECK(wrong([&](auto& l) { l.speed.most = no_number; }));
  CHECK(wrong([](auto& l) { l.acceleration.most = 0; }));
  CHECK(wrong([](auto& l) { l.picture.right = -0.8; }));
  CHECK(wrong([](auto& l) { l.brightness.most.red = 1.1; }));
  CHECK(wrong([](auto& l) { l.dwell.size = 0.001; }));
  CHECK(wrong([](auto& l) { l.dwell.share = 0; }));
  CHECK(wrong([](auto& l) { l.dwell.longest = 0ns; }));
  CHECK(wrong([](auto& l) { l.zones[0].corners.pop_back(); }));
  CHECK(wrong([](auto& l) { l.zones[0].corners[0].x = 1.5; }));
  CHECK(
      wrong([](auto& l) { l.zones[0].corners = {{0, 0}, {0.5, 0.5}, {0.5, 0}, {0, 0.5}}; }));  // crosses itself
  CHECK(wrong([](auto& l) { l.zones[0].corners = {{0, 0}, {0.5, 0.5}, {1, 1}}; }));            // no area
  CHECK(wrong([](auto& l) { l.allowed[0].action = Clamp; }));
  CHECK(wrong([](auto& l) { l.allowed[0].zones.clear(); }));
  CHECK(wrong([](auto& l) { l.zones.resize(65, l.zones[0]); }));
}

TEST_CASE("samples that are added go dark to where the last one was to be", "[output]") {
  const auto shift = GENERATE(0us, 120us, -120us);
  OutputStage stage(
      {.orientation = {.mirror_x = true}, .colour_shift = shift, .limits = {.speed = {300, Clamp}}}, kShowRate);
  LaserSample origin{};
  stage.begin(origin);
  CHECK(origin == LaserSample{});
  Samples samples(3, white(20'000, 0));
  stage.process(samples);
  Samples added(100, blanked(samples.back()));
  stage.extend(added);
  CHECK(std::ranges::all_of(added, &LaserSample::is_dark));
  CHECK(added.front().x > -3000);  // still moving
  CHECK(added.back().x == -20'000);
}
