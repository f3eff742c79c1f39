// SPDX-License-Identifier: MIT
#include "stream/receive/link_quality.hpp"

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using namespace std::chrono_literals;

/// A link on which a packet arrives each millisecond.
struct Link {
  LinkQuality quality;
  TimePoint now{1000s};

  void pass(int packets, SequenceStep step = {}) {
    for (int i = 0; i < packets; ++i) quality.observe(step, now += 1ms);
  }
  /// A second in which `packets` packets have the given sequence step, the others are in order.
  void second(int packets, SequenceStep step) {
    pass(packets, step);
    pass(1000 - packets);
  }
};

constexpr SequenceStep gap(std::uint16_t missing) {
  return {.order = ArrivalOrder::AfterLoss, .missing = missing};
}

TEST_CASE("the quality is unknown during the first second", "[stream]") {
  Link link;
  CHECK(link.quality.value() == 0);
  link.pass(1000);
  CHECK(link.quality.value() == 0);
  link.pass(1);
  CHECK(link.quality.value() == 255);
}

TEST_CASE("the quality falls with the share of lost packets", "[stream]") {
  const auto [gaps, expected] = GENERATE(table<int, int>({{1, 204}, {10, 77}, {100, 19}}));
  Link link;
  // Each gap loses ten packets of a thousand that arrive: 1 %, 9 %, 50 %.
  for (int i = 0; i < 5; ++i) link.second(gaps, gap(10));
  CHECK(link.quality.value() == Approx(expected).margin(1));
}

TEST_CASE("a link that loses nearly everything is very poor, not unknown", "[stream]") {
  Link link;
  link.pass(3000, gap(1023));
  CHECK(link.quality.value() >= 1);
  CHECK(link.quality.value() < 12);
}

TEST_CASE("numbers that pings use up do not count as long as they are few", "[stream]") {
  Link link;
  link.second(2, gap(2));
  link.pass(1);
  CHECK(link.quality.value() == 255);
  link.second(3, gap(2));
  link.pass(1);
  CHECK(link.quality.value() < 255);
}

TEST_CASE("duplicates and late packets count a quarter", "[stream]") {
  const auto order = GENERATE(ArrivalOrder::Duplicate, ArrivalOrder::Late, ArrivalOrder::Restart);
  Link link;
  for (int i = 0; i < 5; ++i) link.second(40, {.order = order});
  CHECK(link.quality.value() == Approx(204).margin(1));
}

TEST_CASE("a number that comes late after all is not lost", "[stream]") {
  Link link;
  link.pass(1, gap(3));
  link.pass(3, {.order = ArrivalOrder::Late, .fills_gap = true});
  link.pass(1000);
  CHECK(link.quality.value() > 245);  // 233 with all three lost
}

TEST_CASE("faults are forgotten after four seconds with packets", "[stream]") {
  Link link;
  link.second(100, gap(10));
  link.pass(3000);
  CHECK(link.quality.value() < 255);
  link.pass(1);
  CHECK(link.quality.value() == 255);
}

}  // namespace
}  // namespace idn::stream
