// SPDX-License-Identifier: MIT
#include "idn_server/faults/plan_file.hpp"

#include "cli/failure.hpp"
#include "idn_server/faults/plan_check.hpp"
#include "support/catch.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

std::string plan_error(const std::string& content) {
  try {
    read_fault_plan(content, "plan.toml", 1);
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kUsage);
    return failure.what();
  }
  return "none";
}

TEST_CASE("a fault plan says everything of both directions", "[server]") {
  const FaultPlan plan = read_fault_plan(R"(
seed = 42
link_flap = [{ at = "10s", for = "200ms", every = "60s" }]
[arriving]
loss = 5
burst_loss = 1.5
burst_length = 8
delay = "10ms"
jitter = "5ms"
reorder = 2
duplicate = 0.5
corrupt = 0.25
rate = 10_000_000
drop_configurations = 50
[[arriving.silence]]
at = "5s"
for = "300ms"
[answered]
loss = 1
withhold_acknowledges = 10
acknowledge_result = 0xEC
)",
                                         "plan.toml", 1);
  CHECK(plan.seed == 42);
  const DirectionPlan& arriving = plan.arriving;
  CHECK(arriving.loss == 0.05);
  CHECK(arriving.burst_loss == 0.015);
  CHECK(arriving.burst_length == 8);
  CHECK(arriving.delay == 10ms);
  CHECK(arriving.jitter == 5ms);
  CHECK(arriving.reorder == 0.02);
  CHECK(arriving.duplicate == 0.005);
  CHECK(arriving.corrupt == 0.0025);
  CHECK(arriving.rate == 10'000'000);
  CHECK(arriving.drop_configurations == 0.5);
  REQUIRE(arriving.silences.size() == 2);
  CHECK(arriving.silences[0].length == 300ms);
  CHECK(arriving.silences[1].every == 60s);
  CHECK(plan.answered.loss == 0.01);
  CHECK(plan.answered.withhold_acknowledges == 0.1);
  CHECK(plan.answered.acknowledge_result == std::uint8_t{0xEC});
  CHECK(plan.answered.silences.size() == 1);
}

TEST_CASE("an empty plan does nothing, with the seed it was given", "[server]") {
  const FaultPlan plan = read_fault_plan("", "plan.toml", 9);
  CHECK(plan.is_empty());
  CHECK(plan.seed == 9);
}

TEST_CASE("a mistake in a fault plan is told with its place and what to do", "[server]") {
  CHECK(plan_error("[arriving]\nloss = 101\n") == "plan.toml:2:8: loss has to be a number from 0 to 100");
  CHECK(plan_error("[arriving]\nlos = 1\n").starts_with("plan.toml:2:1: los is not a key here; choose from "));
  CHECK(plan_error("[arriving]\ndelay = \"soon\"\n") ==
        "plan.toml:2:9: delay has to be a time such as \"10ms\"");
  CHECK(plan_error("[arriving]\njitter = \"1ms\"\n").find("jitter has to be at most the delay") !=
        std::string::npos);
  CHECK(plan_error("[arriving]\nwithhold_acknowledges = 1\n").find("is not a key here") != std::string::npos);
  CHECK(plan_error("[answered]\ndrop_configurations = 1\n").find("is not a key here") != std::string::npos);
  CHECK(plan_error("[answered]\nreorder = 51\n").find("at most 50") != std::string::npos);
  CHECK(plan_error("[answered]\ndelay = \"11s\"\n").find("at most 10 s") != std::string::npos);
  CHECK(plan_error("[arriving]\nburst_loss = 90\nburst_length = 2\n").find("longer") != std::string::npos);
  CHECK(plan_error("link_flap = [{ at = \"1s\" }]\n").find("for is missing") != std::string::npos);
  CHECK(plan_error("link_flap = [{ for = \"2s\", every = \"1s\" }]\n").find("every has to be longer") !=
        std::string::npos);
  CHECK(plan_error("arriving = 1\n").find("has to be written as [arriving]") != std::string::npos);
  CHECK(plan_error("seed = -1\n").find("seed has to be a whole number from 0") != std::string::npos);
}

TEST_CASE("a hundred kilometres of fibre delay each way by half a millisecond", "[server]") {
  FaultPlan plan;
  plan.arriving.delay = 10ms;
  add_distance(plan, 100);
  CHECK(plan.arriving.delay == 10ms + 500us);
  CHECK(plan.answered.delay == 500us);
}

}  // namespace
}  // namespace idn::server
