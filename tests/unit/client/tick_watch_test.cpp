// SPDX-License-Identifier: MIT
#include "client/engine/tick_watch.hpp"

#include <fstream>
#include <iterator>

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::client;
using namespace std::chrono_literals;

namespace {

/// Ticks of a millisecond, each of which wakes up late by a given time.
struct WatchedTicks {
  test::TemporaryFolder folder{};
  Duration late{0};
  test::FakeClock clock{[this](TimePoint deadline) { return deadline + late; }};
  TimePoint due{clock.now()};
  std::unique_ptr<TickWatch> watch =
      std::make_unique<TickWatch>(clock, std::fopen((folder / "log").c_str(), "a"));

  void tick(Duration by) {
    late = by;
    due += 1ms;
    watch->wait_until(due);
  }
  std::string log() const {
    std::ifstream file(folder / "log");
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

}  // namespace

TEST_CASE("a watched thread notes ticks that are late, each delay once", "[client]") {
  WatchedTicks ticks;
  CHECK(ticks.log() == "idn_thread\n");
  ticks.tick(0us);
  ticks.tick(100us);
  CHECK(ticks.log() == "idn_thread\n");
  ticks.tick(100'001ns);
  CHECK(ticks.log() == "idn_thread\nidn_late due=1000003000000 called=1000002100000 woke=1000003100001\n");
  ticks.tick(2500us);  // two more ticks become due meanwhile; the second of them is on time again
  ticks.tick(0us);
  ticks.tick(0us);
  ticks.tick(0us);
  CHECK(ticks.log().ends_with(
      "woke=1000003100001\nidn_late due=1000004000000 called=1000003100001 woke=1000006500000\n"));
  ticks.tick(300us);
  CHECK(ticks.log().ends_with("idn_late due=1000008000000 called=1000007000000 woke=1000008300000\n"));
}

TEST_CASE("a watched thread notes where samples begin to be missing", "[client]") {
  WatchedTicks ticks;
  for (const std::uint64_t samples : {0U, 20U, 40U, 40U, 60U, 0U, 0U, 20U})
    ticks.watch->on_missing_samples(samples);
  CHECK(ticks.log() == "idn_thread\nidn_starved\nidn_starved\nidn_starved\n");
}
