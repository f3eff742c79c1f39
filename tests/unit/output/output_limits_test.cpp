// SPDX-License-Identifier: MIT
#include "idn/output/output_limits.hpp"

#include <algorithm>
#include <cmath>

#include "support/catch.hpp"
#include "support/near.hpp"
#include "unit/output/hostile_samples.hpp"
#include "unit/output/output_judge.hpp"
#include "unit/output/output_samples.hpp"

using namespace idn;
using namespace idn::output;
using namespace idn::test;
using namespace std::chrono_literals;
using enum LimitAction;

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
  REQUIRE_FALSE(problem_in(options));
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
  auto limits = all_limits();
  for (LimitAction* action :
       {&limits.speed.action, &limits.acceleration.action, &limits.picture.action, &limits.brightness.action,
        &limits.dwell.action, &limits.zones[0].action, &limits.allowed[0].action})
    *action = Count;
  OutputStage stage({.limits = limits}, kShowRate);
  HostileSamples hostile(3, limits);
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
                       .zones = all_limits().zones,
                       .allowed = all_limits().allowed};
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
  CHECK(problem_in(tightest({.picture = {-1, -0.5, -1, 1, Clamp}}, {.picture = {0.5, 1, -1, 1, Blank}})));
}

TEST_CASE("what passes the tightest of two sets passes each of them", "[output]") {
  auto a = all_limits(), b = all_limits();
  b.speed = {400, Blank};
  b.dwell = {0.03, 5ms, 0.05, Blank};
  b.picture = {-0.2, 1, -0.9, 0.2, Clamp};
  b.zones.push_back({{{0, 0}, {0.5, 0.2}, {0.2, 0.6}}});
  b.allowed.push_back({{{{-0.6, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.6, 0.9}}}});
  const auto both = tightest(a, b);
  REQUIRE_FALSE(problem_in(both));
  OutputStage stage({.limits = both}, kShowRate);
  OutputJudge judge_a(a, kShowRate), judge_b(b, kShowRate);
  HostileSamples hostile(5, both);
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
