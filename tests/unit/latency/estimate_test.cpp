// SPDX-License-Identifier: MIT
#include "latency/model/estimate.hpp"

#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

TEST_CASE("steps add up by stage: work and queue as they are, half a period in the middle", "[latency]") {
  const std::vector<PipelineStep> steps{{.stage = Stage::Input, .work = 3ms, .period = 2ms},
                                        {.stage = Stage::Wait, .period = 10ms, .queue = 20ms},
                                        {.stage = Stage::Input, .work = 1ms}};
  const Estimate sum = estimate(steps);
  CHECK(sum[Stage::Input] == LatencyRange{.min = 4ms, .p50 = 5ms, .max = 6ms});
  CHECK(sum[Stage::Wait] == LatencyRange{.min = 20ms, .p50 = 25ms, .max = 30ms});
  CHECK(sum[Stage::Buffer] == LatencyRange{});
  CHECK(sum.whole == LatencyRange{.min = 24ms, .p50 = 30ms, .max = 36ms});
  CHECK(estimate({}).whole == LatencyRange{});
}

TEST_CASE("a queue of 40 datagrams of 1 ms, of which the latest keeps its place, is 39 ms of waiting",
          "[latency]") {
  const auto steps = steps_of({.rate = {30'000}, .datagram = 30, .queue = 1200, .poll = 200us}, 3ms);
  const Estimate sum = estimate(steps);
  CHECK(sum[Stage::Input] == LatencyRange{.min = 3ms, .p50 = 3600us, .max = 4200us});
  CHECK(sum[Stage::Wait] == LatencyRange{.min = 38'800us, .p50 = 38'900us, .max = 39ms});
}

TEST_CASE("the shortest queue holds the datagram that is sent and one that waits", "[latency]") {
  for (const std::size_t queue : {0, 30, 60, 89}) {
    const Estimate sum =
        estimate(steps_of({.rate = {30'000}, .datagram = 30, .queue = queue, .poll = 0us}, 0ms));
    CHECK(sum[Stage::Wait].p50 == 1ms);
  }
}

TEST_CASE("a pipe keeps its writer waiting for a page, and what is written behind the other pages",
          "[latency]") {
  // 13 writes of 300 octets fit into a page of 4096: 3900 octets, at 300 octets per millisecond.
  const PipeModel pipe{.pages = 16, .write = 300, .octets_per_second = 300'000};
  const Estimate sum = estimate(steps_of(pipe, 2ms));
  CHECK(sum[Stage::Input] == LatencyRange{.min = 2ms, .p50 = 8500us, .max = 15ms});
  CHECK(sum[Stage::Wait].p50 == 15 * 13ms + 1ms);
  const PipeModel page{.write = 300, .octets_per_second = 300'000};
  CHECK(estimate(steps_of(page, 0ms))[Stage::Wait].p50 == 1ms);
}

TEST_CASE("a link takes eight bits per octet, and a kilometre 5 us", "[latency]") {
  CHECK(time_on_link(1250, 100e6) == 100us);
  CHECK(time_on_link(1250, 0) == 0us);
  const Estimate sum = estimate(
      steps_of({.octets = 1250, .bits_per_second = 1e9, .distance_km = 300, .buffer = 40ms, .offset = 1us}));
  CHECK(sum[Stage::Wire].p50 == 10us + 1500us);
  CHECK(sum[Stage::Buffer].p50 == 40'001us);
}

}  // namespace
}  // namespace idn::latency
