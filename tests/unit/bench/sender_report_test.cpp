// SPDX-License-Identifier: MIT
#include "bench/pacing/sender_report.hpp"
#include "support/catch.hpp"

using namespace idn::bench;

TEST_CASE("a sender's report is in its JSON lines", "[bench]") {
  const auto report =
      parse_sender_report(R"({"event":"start","guard_us":35,"grants":[)"
                          R"({"what":"real-time priority","granted":true,"detail":"SCHED_FIFO 20"},)"
                          R"({"what":"CPU latency","granted":false,"detail":"Permission denied"}]})"
                          "\n"
                          R"({"event":"summary","tick_cpu_percent":3.5})"
                          "\n");
  CHECK(report.guard_us == 35);
  CHECK(report.tick_cpu_percent == 3.5);
  CHECK(report.grants == "real-time priority SCHED_FIFO 20, CPU latency refused");
}

TEST_CASE("a sender that reports nothing is no error", "[bench]") {
  const auto report = parse_sender_report("sent 100 datagrams\n[1,2]\n{\"event\":");
  CHECK_FALSE(report.guard_us);
  CHECK_FALSE(report.tick_cpu_percent);
  CHECK(report.grants.empty());
}
