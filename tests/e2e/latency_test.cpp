// SPDX-License-Identifier: MIT
// idn_latency, run as a program.
#include <nlohmann/json.hpp>

#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "e2e/server_process.hpp"
#include "support/catch.hpp"

using namespace idn::test;

namespace {

nlohmann::json measured_way(std::vector<std::string> options) {
  options.insert(options.begin(), {IDN_LATENCY, "measure", "--json", "--each", "--triggers", "20"});
  const Finished finished = run(options);
  CAPTURE(finished.errors);
  REQUIRE((finished.code == 0 || finished.code == 1));  // 1: a stall of this machine may lose a trigger
  return nlohmann::json::parse(finished.output);
}

}  // namespace

TEST_CASE("idn_latency measures a device: its work, queue and buffer are at least what they were told to be",
          "[e2e]") {
  const auto page = measured_way({"--latency", "20ms", "--work", "5ms", "--buffer", "30ms"});
  CHECK(page["triggers"]["sent"] == 20);
  CHECK(page["triggers"]["seen"].get<int>() > 0);
  CHECK(page["stages"]["input"]["min_us"].get<double>() >= 5000);
  CHECK(page["stages"]["whole"]["p50_us"].get<double>() > 25'000);
  for (const auto& each : page["each"]) {
    CHECK(each["t1_ns"] >= each["t0_ns"]);
    CHECK(each["t3_ns"] >= each["t2_ns"]);
    CHECK(each["t6_ns"] >= each["t5_ns"]);
  }
#ifdef __linux__
  CHECK(page["transmit_stamps"] == "software");
#endif
}

TEST_CASE("idn_latency measures pictures, and idn_sender live at the end of a pipe", "[e2e]") {
  CHECK(measured_way({"--producer", "frames"})["triggers"]["seen"].get<int>() > 0);
#ifndef _WIN32
  CHECK(measured_way({"--producer", "live", "--sender", kSender})["triggers"]["seen"].get<int>() > 0);
#endif
}

#ifndef _WIN32
TEST_CASE("idn_latency measures pictures by shared memory, which wait for a datagram and a move", "[e2e]") {
  const auto page = measured_way({"--producer", "shared", "--sender", kSender, "--buffer", "20ms"});
  CHECK(page["path"]["producer"] == "shared");
  CHECK(page["path"]["latency_us"].is_null());
  CHECK(page["triggers"]["lost"].get<int>() <= 2);  // of 20
  CHECK(page["triggers"]["seen"].get<int>() > 0);
  CHECK(page["dark_share"].is_null());
  for (const auto& each : page["each"]) {
    CHECK(each["t1_ns"] >= each["t0_ns"]);
    // Not from the trigger on: a sender that is held up draws it in a datagram that was due before.
    CHECK(each["t6_ns"].get<std::int64_t>() - each["t2_ns"].get<std::int64_t>() >= 20'000'000 - 2'000);
  }
}

TEST_CASE("idn_latency tells that nobody shares memory", "[e2e]") {
  const Finished finished = run(
      {IDN_LATENCY, "measure", "--producer", "shared", "--sender", "/nowhere/idn_sender", "--triggers", "1"});
  CHECK(finished.code == 3);
  CHECK(finished.errors.find("/nowhere/idn_sender shares no memory") != std::string::npos);
}
#endif

TEST_CASE("idn_latency measures up to another receiver, whose latency is told", "[e2e]") {
  ServerProcess server({"--port", "0", "--bind", "127.0.0.1", "--buffer", "20ms"});
  TemporaryFolder folder;
  std::ofstream(folder / "venue.toml")
      << "[[projector]]\nname = \"Wall\"\ntarget = \"" << server.target() << "\"\n";
  const auto page = measured_way({"--receiver", "Wall", "--venue", folder / "venue.toml"});
  CHECK(page["receiver"] == server.target());
  CHECK(page["triggers"]["seen"].get<int>() > 0);
  CHECK(page["reported"]["latency_us"].get<double>() > 0);
  CHECK(page["stages"]["wire"]["min_us"].get<double>() >= 0);
  CHECK(page["dark_share"].is_null());
}

TEST_CASE("idn_latency estimates without sending anything, and says what it cannot reckon", "[e2e]") {
  const Finished reckoned = run({IDN_LATENCY, "estimate", "--json", "--buffer", "10ms"});
  CHECK(reckoned.code == 0);
  CHECK(nlohmann::json::parse(reckoned.output)["estimate"]["buffer"]["p50_us"] == 10'000);
  const Finished refused = run({IDN_LATENCY, "estimate", "--producer", "/bin/cat"});
  CHECK(refused.code == 2);
  CHECK(refused.errors.find("idn_latency measure") != std::string::npos);
}

#ifndef _WIN32  // the command is one for sh
TEST_CASE("idn_latency tells that a producer sends nothing", "[e2e]") {
  const Finished finished = run({IDN_LATENCY, "measure", "--producer", "exec false 2>&1", "--triggers", "1"});
  CHECK(finished.code == 3);
  CHECK(finished.errors.find("has ended") != std::string::npos);
}
#endif
