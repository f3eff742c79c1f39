// SPDX-License-Identifier: MIT
#include "output/output_stage.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"

namespace idn::output {
namespace {

using namespace std::chrono_literals;
using enum LimitAction;

}  // namespace

TEST_CASE("what an output does allocates nothing", "[output]") {
  const OutputOptions options{.orientation = {.rotate_degrees = 10, .scale = 2},
                              .balance = {.red = 0.5},
                              .colour_shift = 100us,
                              .limits = {.speed = {100, Clamp},
                                         .acceleration = {1e6, Clamp},
                                         .picture = {-0.5, 0.5, -0.5, 0.5, Clamp},
                                         .brightness = {Brightness::all(0.5), Clamp},
                                         .dwell = {0.02, 1ms, 0.1, Blank},
                                         .zones = {{{{-0.1, -0.1}, {0.1, -0.1}, {0, 0.1}}}},
                                         .allowed = {{{{{-0.4, -0.4}, {0.4, -0.4}, {0.1, 0.1}, {-0.4, 0.4}}}}}},
                              .scanner_kpps = 30};
  OutputStage stage(options, {30'000});
  std::vector<LaserSample> samples(300);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = {
        .x = static_cast<std::int16_t>(i * 7919), .y = static_cast<std::int16_t>(i * 30011), .r = 65535};
  stage.change({.orientation = {.keystone = {{-0.9, -0.8}, {0.7, -0.9}, {0.5, 0.9}, {-0.6, 0.6}}},
                .colour_shift = options.colour_shift,
                .limits = options.limits,
                .scanner_kpps = 30});
  const test::HeapCalls heap;
  CHECK(stage.take_change());
  for (const std::uint32_t rate : {30'000u, 100'000u, 1000u}) {
    stage.set_rate({rate});
    for (int i = 0; i < 50; ++i) stage.process(samples);
    stage.restart();
  }
  CHECK(heap.count() == 0);
}

}  // namespace idn::output
