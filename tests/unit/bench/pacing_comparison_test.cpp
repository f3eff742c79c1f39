// SPDX-License-Identifier: MIT
#include "bench/pacing/criteria.hpp"
#include "bench/pacing/series.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::bench;

namespace {

/// One round for each p50; p99 is ten times that.
Series series(const std::string& key, Family family, const std::vector<double>& p50, double cpu_percent = 0) {
  Series made{.contender = {.key = key, .title = "the " + key, .family = family}};
  for (const double each : p50) {
    RoundResult round;
    round.figures.deviation = {.p50 = Micros(each), .p99 = Micros(10 * each)};
    round.figures.expected = Micros(1000);
    round.figures.average = Micros(1000.05);
    round.process_cpu_percent = cpu_percent;
    made.rounds.push_back(round);
  }
  return made;
}

const Criterion& criterion(const std::vector<Criterion>& all, const std::string& what) {
  for (const auto& each : all)
    if (each.what == what) return each;
  throw std::runtime_error("no criterion " + what);
}

}  // namespace

TEST_CASE("the best of a family has the smallest median", "[bench]") {
  const std::vector<Series> all{series("auto", Family::Ours, {1}), series("a", Family::Peer, {9, 9, 1}),
                                series("b", Family::Peer, {5, 6, 7}), series("c", Family::Peer, {})};
  REQUIRE(best_of(all, Family::Peer, quantity::p50) != nullptr);
  CHECK(best_of(all, Family::Peer, quantity::p50)->contender.key == "b");
  CHECK(best_of(all, Family::Control, quantity::p50) == nullptr);
}

TEST_CASE("a series without rounds is not found", "[bench]") {
  const std::vector<Series> all{series("auto", Family::Ours, {}), series("sleep", Family::Ours, {1})};
  CHECK(find(all, "auto") == nullptr);
  CHECK(find(all, "sleep") == &all[1]);
  CHECK(find(all, "spin") == nullptr);
}

TEST_CASE("promises compare rounds with each other", "[bench]") {
  const std::vector<Series> all{series("auto", Family::Ours, {1, 2, 4}, 18),
                                series("control-spin", Family::Control, {1, 1, 1}, 100),
                                series("peer", Family::Peer, {30, 20, 44})};
  const auto promises = pacing_criteria(all, false);
  const auto& peer = criterion(promises, "p50 of the peer over p50 of auto");
  REQUIRE(peer.measured);
  CHECK(peer.measured->median == 11);
  CHECK(peer.is_met());
  const auto& spin = criterion(promises, "p50 of auto over p50 of full spin");
  CHECK(spin.measured->median == 2);
  CHECK_FALSE(spin.is_met());
  const auto& cpu = criterion(promises, "process CPU % of auto");
  CHECK(cpu.measured->median == 18);
  CHECK_FALSE(cpu.is_met());
  CHECK(criterion(promises, "average offset of auto, us from the expected one").is_met());
}

TEST_CASE("a promise about a missing peer is not met and says so", "[bench]") {
  const auto promises =
      pacing_criteria({series("auto", Family::Ours, {1}), series("peer", Family::Peer, {})}, false);
  const auto& peer = criterion(promises, "p50 of the best sender of another project over p50 of auto");
  CHECK_FALSE(peer.measured);
  CHECK_FALSE(peer.is_met());
  CHECK(table_of({peer}).find("not measured") != std::string::npos);
}

TEST_CASE("there are no promises about senders that nobody asked for", "[bench]") {
  const auto promises = pacing_criteria({series("auto", Family::Ours, {1})}, false);
  REQUIRE(promises.size() == 1);
  CHECK(promises[0].what == "average offset of auto, us from the expected one");
  CHECK(pacing_criteria({series("spin", Family::Ours, {1})}, false).empty());
}

TEST_CASE("under load the promise is about the default alone", "[bench]") {
  const auto promises = pacing_criteria({series("auto", Family::Ours, {0.5})}, true);
  REQUIRE(promises.size() == 2);
  CHECK_FALSE(criterion(promises, "on target % of auto").is_met());
  CHECK(criterion(promises, "p99 us of auto").is_met());
}

TEST_CASE("a contender that cannot run keeps its row and says why", "[bench]") {
  Series missing = series("peer", Family::Peer, {});
  missing.contender.missing = "no cargo";
  const auto text = table_of(std::vector{missing});
  CHECK(text.find("| the peer |") != std::string::npos);
  CHECK(text.find("the peer: 0 rounds, no cargo") != std::string::npos);
  CHECK_FALSE(missing.can_run());
}

TEST_CASE("a plug-in is measured where idn_sender keeps the time", "[bench]") {
  std::vector<Series> all{series("auto", Family::Ours, {1}), series("libera", Family::Ours, {1})};
  all[0].rounds[0].figures.on_target = 0.99;
  all[1].rounds[0].figures.on_target = 0.98;
  CHECK_FALSE(criterion(pacing_criteria(all, false), "on target % of libera").is_met());
  all[1].rounds[0].figures.on_target = 0.99;
  CHECK(criterion(pacing_criteria(all, false), "on target % of libera").is_met());
  all[0].rounds[0].figures.on_target = 0.98;
  CHECK_THROWS(criterion(pacing_criteria(all, false), "on target % of libera"));
}
