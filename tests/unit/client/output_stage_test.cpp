// SPDX-License-Identifier: MIT
#include "idn/client/output_stage.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/catch.hpp"
#include "support/near.hpp"
#include "unit/client/hostile_samples.hpp"
#include "unit/client/output_judge.hpp"

using namespace idn;
using namespace idn::client;
using namespace std::chrono_literals;
using enum LimitAction;
using test::Near;
using Samples = std::vector<LaserSample>;

namespace {

constexpr SampleRate kShowRate{30'000};

LaserSample white(int x, int y, std::uint16_t level = 65535) {
  return {.x = static_cast<std::int16_t>(x),
          .y = static_cast<std::int16_t>(y),
          .r = level,
          .g = level,
          .b = level,
          .intensity = 65535};
}

Samples after(const OutputOptions& options, Samples samples, SampleRate rate = kShowRate) {
  REQUIRE_FALSE(check(options));
  OutputStage stage(options, rate);
  stage.process(samples);
  return samples;
}

std::vector<int> x_of(const Samples& samples) {
  std::vector<int> all;
  for (const auto& sample : samples) all.push_back(sample.x);
  return all;
}

std::vector<int> red_of(const Samples& samples) {
  std::vector<int> all;
  for (const auto& sample : samples) all.push_back(sample.r);
  return all;
}

/// A circle of `per_turn` samples, `widths` of a picture wide.
Samples circle(double widths, int per_turn, int count) {
  Samples samples;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / per_turn;
    samples.push_back(white(static_cast<int>(std::lround(32767 * widths * std::cos(angle))),
                            static_cast<int>(std::lround(32767 * widths * std::sin(angle)))));
  }
  return samples;
}

OutputLimits many() {
  return {.speed = {1000, Clamp},
          .acceleration = {6e6, Clamp},
          .picture = {-0.7, 0.6, -0.5, 0.8, Clamp},
          .brightness = {Brightness::all(0.5), Clamp},
          .dwell = {0.05, 2ms, 0.1, Clamp},
          .zones = {{{{-0.3, -0.4}, {0.5, -0.1}, {0.1, 0.6}}, Brightness::all(0.1), Clamp}},
          .allowed = {{{{{-1, -0.6}, {1, -0.6}, {0.9, 1}, {-0.8, 0.9}}}}}};
}

}  // namespace

TEST_CASE("without options nothing is done", "[output]") {
  const OutputStage stage({}, kShowRate);
  CHECK(stage.is_neutral());
  CHECK_FALSE(OutputStage({.orientation = {.mirror_x = true}}, kShowRate).is_neutral());
  CHECK_FALSE(OutputStage({.limits = {.speed = {1000, Count}}}, kShowRate).is_neutral());
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

TEST_CASE("a speed limit lets a beam go only as far as allowed, towards where it was to go", "[output]") {
  // 1500 widths/s are 3276 positions per sample at 30 kHz.
  OutputStage stage({.limits = {.speed = {1500, Clamp}}}, kShowRate);
  Samples in{white(0, 0), white(10'000, 100), white(10'000, 100), white(10'000, 100), white(10'000, 100)};
  stage.process(in);
  CHECK(x_of(in) == std::vector{0, 3276, 6552, 9828, 10'000});
  CHECK(in[1].y == 100);
  CHECK(stage.counters().speed.value() == 3);
  CHECK(stage.counters().acceleration.value() == 0);
}

TEST_CASE("a limited acceleration reaches a place that waits without overshooting", "[output]") {
  OutputStage stage({.limits = {.speed = {1500, Clamp}, .acceleration = {6e6, Clamp}}}, kShowRate);
  Samples in(60, white(32767, 0));
  in[0] = blanked(white(-32768, 0));
  stage.process(in);
  const auto x = x_of(in);
  CHECK(std::ranges::is_sorted(x));
  const auto arrived = std::ranges::find(x, 32767) - x.begin();
  // Bang-bang takes 2 sqrt(1 / 6e6) s, 24.5 samples, and the speed limit lengthens that.
  CHECK(arrived >= 25);
  CHECK(arrived <= 31);
}

TEST_CASE("a limited acceleration catches up with a target that moves", "[output]") {
  OutputStage stage({.limits = {.acceleration = {6e6, Clamp}}}, kShowRate);
  auto in = circle(0.4, 300, 600);
  in.insert(in.begin(), 5, blanked(white(-20'000, -20'000)));
  const auto wanted = in;
  stage.process(in);
  CHECK_FALSE(x_of(in) == x_of(wanted));
  CHECK(std::equal(in.end() - 300, in.end(), wanted.end() - 300));
}

TEST_CASE("a beam that could not stop before the edge is slowed ahead of it", "[output]") {
  // 50 positions per sample squared; the edges are at 16384. Both axes alike.
  const OutputOptions options{
      .limits = {.acceleration = {7e5, Clamp}, .picture = {.right = 0.5, .top = 0.5, .action = Clamp}}};
  REQUIRE_FALSE(check(options));
  OutputStage stage(options, kShowRate);
  Samples all;
  const auto process = [&](Samples samples) {
    stage.process(samples);
    all.insert(all.end(), samples.begin(), samples.end());
  };
  Samples faster{white(0, 0)};
  for (int i = 1; i <= 25; ++i) faster.push_back(white(faster.back().x + 50 * i, faster.back().y + 50 * i));
  process(faster);  // on its own within both limits
  process(Samples(100, faster.back()));
  const std::vector<int> x = x_of(all);
  CHECK(*std::ranges::max_element(x) <= 16384);
  for (std::size_t i = 2; i < x.size(); ++i) CHECK(std::abs(x[i] - 2 * x[i - 1] + x[i - 2]) <= 50);
  CHECK(x.back() == faster.back().x);
}

TEST_CASE("a scanner keeps its speed where the rate changes", "[output]") {
  OutputStage stage({.limits = {.acceleration = {6e6, Clamp}}}, kShowRate);
  Samples steady;
  for (int i = 0; i < 60; ++i) steady.push_back(white(-20'000 + 400 * i, 0));
  stage.process(steady);
  REQUIRE(steady[59].x == 3600);
  stage.set_rate({100'000});
  Samples far{white(32'000, 0)};
  stage.process(far);
  CHECK(far[0].x - steady[59].x == 120 + 39);  // 6e6 widths/s^2 are 39.3 positions per sample squared
}

TEST_CASE("what keeps the limits passes unchanged", "[output]") {
  const OutputLimits limits{.speed = {1500, Clamp},
                            .acceleration = {6e6, Clamp},
                            .picture = {-1, 1, -1, 1, Clamp},
                            .zones = {{{{-0.1, -0.1}, {0.1, -0.1}, {0, 0.1}}}},
                            .allowed = {{{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}}}};
  // As large as the picture: it touches all four edges.
  auto in = circle(1, 100, 1000);
  const auto wanted = in;
  OutputStage stage({.limits = limits}, kShowRate);
  // Scanners start at rest, so in the first turn the stage has to catch up.
  auto first = wanted;
  stage.process(first);
  CHECK(first[0] == blanked(wanted[0]));  // the start of its line is unknown
  const std::uint64_t before = stage.counters().acceleration.value() + stage.counters().speed.value();
  CHECK(before < 100);
  stage.process(in);
  CHECK(in == wanted);
  CHECK(stage.counters().acceleration.value() + stage.counters().speed.value() == before);
  const auto& counters = stage.counters();
  for (const Counter* counter :
       {&counters.picture, &counters.zones, &counters.allowed, &counters.brightness, &counters.dwell})
    CHECK(counter->value() == 0);
}

TEST_CASE("limits that blank darken lit samples and leave places alone", "[output]") {
  OutputStage stage({.limits = {.speed = {1500, Blank}, .picture = {-0.5, 0.5, -0.5, 0.5, Blank}}}, kShowRate);
  Samples in{white(0, 0),      white(10'000, 0), white(12'000, 0), blanked(white(20'000, 0)),
             white(20'000, 0), white(18'000, 0), white(16'000, 0), white(14'000, 0)};
  stage.process(in);
  CHECK(x_of(in) == std::vector{0, 10'000, 12'000, 20'000, 20'000, 18'000, 16'000, 14'000});
  CHECK(red_of(in) == std::vector{0, 0, 65535, 0, 0, 0, 0, 65535});
  CHECK(stage.counters().speed.value() == 1);  // the other one was dark already
  CHECK(stage.counters().picture.value() == 3);
}

TEST_CASE("limits that count change nothing", "[output]") {
  auto limits = many();
  for (LimitAction* action :
       {&limits.speed.action, &limits.acceleration.action, &limits.picture.action, &limits.brightness.action,
        &limits.dwell.action, &limits.zones[0].action, &limits.allowed[0].action})
    *action = Count;
  OutputStage stage({.limits = limits}, kShowRate);
  test::HostileSamples hostile(3, limits);
  for (int i = 0; i < 200; ++i) {
    auto in = hostile.packet(100);
    const auto wanted = in;
    stage.process(in);
    REQUIRE(in == wanted);
  }
  const auto& counters = stage.counters();
  for (const Counter* counter : {&counters.picture, &counters.speed, &counters.acceleration, &counters.zones,
                                 &counters.allowed, &counters.brightness, &counters.dwell})
    CHECK(counter->value() > 100);
}

TEST_CASE("a line across a zone is dark, even where both of its ends are outside", "[output]") {
  OutputStage stage({.limits = {.zones = {{{{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}}}}}}, kShowRate);
  Samples in{blanked(white(-20'000, 0)), white(20'000, 0),   white(20'000, 20'000),
             white(-20'000, 20'000),     white(-3278, 3277), white(-20'000, 0)};
  stage.process(in);
  CHECK(red_of(in) == std::vector{0, 0, 65535, 65535, 65535, 65535});
  Samples corner{white(-3277, 3277), white(-20'000, 0)};
  stage.process(corner);
  CHECK(red_of(corner) == std::vector{0, 0});  // the line from a corner touches, too
  CHECK(stage.counters().zones.value() == 3);
}

TEST_CASE("a zone dims each colour to its own limit", "[output]") {
  const Zone wide{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {.red = 0.5, .green = 0.25, .blue = 1}, Clamp};
  const auto out = after({.limits = {.zones = {wide}}}, {white(0, 0), white(1, 1)});
  CHECK(out[1].r == 32767);
  CHECK(out[1].g == 16383);
  CHECK(out[1].b == 65535);
}

TEST_CASE("a zone that counts lets everything pass, and counts what is brighter than its limit", "[output]") {
  const Zone wide{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, Brightness::all(0.5), Count};
  OutputStage stage({.limits = {.zones = {wide}}}, kShowRate);
  Samples in{white(0, 0, 32'000), white(1, 1, 33'000), white(2, 2, 20'000)};
  const Samples before = in;
  stage.process(in);
  CHECK(in == before);
  CHECK(stage.counters().zones.value() == 1);
}

TEST_CASE("light stays within the allowed zones, also those with reflex corners", "[output]") {
  // An L: the inner corner at 0, 0.
  const Polygon bracket{{-0.8, -0.8}, {0.8, -0.8}, {0.8, 0}, {0, 0}, {0, 0.8}, {-0.8, 0.8}};
  Samples in{blanked(white(-10'000, 20'000)),
             white(-10'000, -10'000),
             white(20'000, -10'000),
             white(-10'000, 20'000),
             white(-20'000, 20'000),
             white(20'000, 20'000),
             blanked(white(-200, 20'000)),
             white(-300, 20'000),
             white(-1, 300),
             white(200, -1),
             white(300, -2)};
  CHECK(red_of(after({.limits = {.allowed = {{{bracket}}}}}, in)) ==
        std::vector{0, 65535, 65535, 0, 65535, 0, 0, 65535, 65535, 0, 65535});
}

TEST_CASE("the brightness of a picture has a limit for each colour", "[output]") {
  const Samples in{white(0, 0), white(0, 0), white(0, 0, 100)};
  const auto dimmed = after({.limits = {.brightness = {{.red = 0.5}, Clamp}}}, in);
  CHECK(dimmed[1].r == 32767);
  CHECK(dimmed[1].g == 65535);
  CHECK(dimmed[2] == in[2]);
  const auto dark = after({.limits = {.brightness = {{.red = 0.5}, Blank}}}, in);
  CHECK(dark[1] == blanked(in[1]));
  CHECK(dark[2] == in[2]);
}

TEST_CASE("an intensity without colours is light", "[output]") {
  const LaserSample mono{.intensity = 65535};
  CHECK(after({.limits = {.brightness = {Brightness::all(0.5), Clamp}}}, {mono, mono})[1].intensity == 32767);
  CHECK(after({.limits = {.brightness = {Brightness::all(0.5), Blank}}}, {mono, mono})[1].intensity == 0);
  CHECK(after({.limits = {.brightness = {Brightness::all(0), Clamp}}}, {mono, mono})[1].intensity == 0);
  const Zone all{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  CHECK(after({.limits = {.zones = {all}}}, {mono, mono})[1].intensity == 0);
  const auto stood = after({.limits = {.dwell = {0.02, 1ms, 0.001, Blank}}}, Samples(100, mono));
  CHECK(stood[30].intensity == 65535);
  CHECK(stood[40].intensity == 0);
}

TEST_CASE("a standing beam is blanked after the longest time, until it has moved on", "[output]") {
  OutputStage stage({.limits = {.dwell = {0.02, 1ms, 0.1, Blank}}}, kShowRate);
  Samples standing(3000, white(0, 0));
  stage.process(standing);
  const auto lit = std::ranges::count_if(standing, [](const LaserSample& s) { return s.r != 0; });
  // 30 samples are a millisecond; while they came, the bucket leaked a tenth of it.
  CHECK(lit >= 30);
  CHECK(lit <= 34);
  CHECK(stage.counters().dwell.value() == static_cast<std::uint64_t>(2999 - lit));
  Samples elsewhere{blanked(white(10'000, 0)), white(10'000, 0), white(0, 0)};
  stage.process(elsewhere);
  CHECK(red_of(elsewhere) == std::vector{0, 65535, 65535});
}

TEST_CASE("a standing beam is dimmed to the share that is allowed", "[output]") {
  const auto standing = after({.limits = {.dwell = {0.02, 1ms, 0.1, Clamp}}}, Samples(3000, white(0, 0)));
  CHECK(standing[20].r == 65535);
  CHECK(standing[2000].r == Near{6553, 0.01});
}

TEST_CASE("dwell is limited alike after a month", "[output]") {
  // One sample per second: the counters used for times wrap after 26 days.
  OutputStage stage({.limits = {.dwell = {0.02, 10s, 0.1, Clamp}}}, {1});
  constexpr int kHour = 3600, kHours = 27 * 24;
  for (int hour = 0; hour < kHours; ++hour) {
    Samples samples(kHour, white(0, 0));
    stage.process(samples);
    double light = 0;
    for (const auto& sample : samples) light += sample.r / 65535.0;
    CAPTURE(hour);
    REQUIRE(light <= 0.1 * kHour + 10);
    REQUIRE(light >= 0.1 * kHour * 0.999);
  }
}

TEST_CASE("a beam that keeps moving is not dimmed", "[output]") {
  OutputStage stage({.limits = {.dwell = {0.02, 5ms, 0.1, Blank}}}, kShowRate);
  for (int i = 0; i < 100; ++i) {
    auto in = circle(0.5, 500, 500);
    stage.process(in);
  }
  CHECK(stage.counters().dwell.value() == 0);
}

TEST_CASE("results do not depend on how samples are divided over calls", "[output]") {
  const OutputOptions options{.orientation = {.rotate_degrees = 10},
                              .balance = {.red = 0.7},
                              .colour_shift = 77us,
                              .limits = many(),
                              .scanner_kpps = 30};
  test::HostileSamples hostile(11, options.limits);
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
  CHECK_FALSE(check(OutputOptions{.limits = many()}));
  CHECK(check(OutputOptions{.orientation = {.scale = 0}}) == "the scale has to be 0.001..100");
  CHECK(check(OutputOptions{.orientation = {.rotate_degrees = no_number}}));
  CHECK(check(OutputOptions{.orientation = {.offset_y = 3}}));
  CHECK(check(OutputOptions{.balance = {.cyan = -0.1}}));
  CHECK(check(OutputOptions{.colour_shift = 3ms}));
  CHECK(check(OutputOptions{.scanner_kpps = 0.5}));
  const auto wrong = [](auto change) {
    auto limits = many();
    change(limits);
    return check(limits).has_value();
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

TEST_CASE("the tightest of two sets of limits is allowed by both", "[output]") {
  const OutputLimits a{.speed = {1000, Blank},
                       .acceleration = {5e6, Count},
                       .picture = {-0.5, 1, -1, 1, Clamp},
                       .brightness = {{.red = 0.5}, Clamp},
                       .dwell = {0.05, 2ms, 0.3, Blank}};
  const OutputLimits b{.speed = {2000, Clamp},
                       .acceleration = {6e6, Clamp},
                       .picture = {-1, 0.5, -1, 1, Blank},
                       .brightness = {{.green = 0.5}, Blank},
                       .dwell = {0.02, 1ms, 0.4, Clamp},
                       .zones = many().zones,
                       .allowed = many().allowed};
  for (const auto& both : {tightest(a, b), tightest(b, a)}) {
    CHECK(both.speed == ScannerLimit{1000, Clamp});
    CHECK(both.acceleration ==
          ScannerLimit{6e6, Clamp});  // the limit that clamps, not the one that only counts
    CHECK(both.picture == PictureSize{-0.5, 0.5, -1, 1, Clamp});
    CHECK(both.brightness == BrightnessLimit{{.red = 0.5, .green = 0.5}, Clamp});
    CHECK(both.dwell == DwellLimit{0.05, 1ms, 0.3, Clamp});
    CHECK(both.zones == b.zones);
    CHECK(both.allowed == b.allowed);
  }
  CHECK(tightest(a, {}) == a);
  CHECK(tightest({}, a) == a);
  CHECK(tightest(b, b).zones.size() == 2);
  CHECK(check(tightest({.picture = {-1, -0.5, -1, 1, Clamp}}, {.picture = {0.5, 1, -1, 1, Blank}})));
}

TEST_CASE("what passes the tightest of two sets passes each of them", "[output]") {
  auto a = many(), b = many();
  b.speed = {400, Blank};
  b.dwell = {0.03, 5ms, 0.05, Blank};
  b.picture = {-0.2, 1, -0.9, 0.2, Clamp};
  b.zones.push_back({{{0, 0}, {0.5, 0.2}, {0.2, 0.6}}});
  b.allowed.push_back({{{{-0.6, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.6, 0.9}}}});
  const auto both = tightest(a, b);
  REQUIRE_FALSE(check(both));
  OutputStage stage({.limits = both}, kShowRate);
  test::OutputJudge judge_a(a, kShowRate), judge_b(b, kShowRate);
  test::HostileSamples hostile(5, both);
  for (int i = 0; i < 1000; ++i) {
    auto in = hostile.packet(100);
    stage.process(in);
    for (const auto& sample : in) {
      judge_a.judge(sample);
      judge_b.judge(sample);
    }
  }
  CHECK(judge_a.offence() == "");
  CHECK(judge_b.offence() == "");
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
