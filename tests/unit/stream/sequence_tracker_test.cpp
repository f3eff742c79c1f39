// SPDX-License-Identifier: MIT
#include "stream/receive/sequence_tracker.hpp"

#include "support/catch.hpp"

namespace idn::stream {
namespace {

using namespace wire::input_event;

TEST_CASE("sequence numbers in order raise no event, also across the wrap", "[stream]") {
  SequenceTracker tracker(0xFFFE);
  for (const unsigned number : {0xFFFEu, 0xFFFFu, 0x0000u, 0x0001u}) {
    const SequenceStep step = tracker.step(static_cast<std::uint16_t>(number));
    CHECK(step.order == ArrivalOrder::InOrder);
    CHECK(input_events(step) == 0);
  }
}

TEST_CASE("a gap is counted up to 1023 numbers", "[stream]") {
  const int gap = GENERATE(1, 2, 63, 64, 65, 1023);
  CAPTURE(gap);
  SequenceTracker tracker(10);
  tracker.step(10);
  const SequenceStep step = tracker.step(static_cast<std::uint16_t>(11 + gap));
  CHECK(step.order == ArrivalOrder::AfterLoss);
  CHECK(step.missing == static_cast<std::uint32_t>(gap));
  CHECK(input_events(step) == (kSequence | kSequenceMissing));
  CHECK(tracker.step(static_cast<std::uint16_t>(12 + gap)).order == ArrivalOrder::InOrder);
}

TEST_CASE("numbers that only requests had are not missing", "[stream]") {
  SequenceTracker tracker(0xFFFE);
  tracker.step(0xFFFE);
  tracker.take_request(0xFFFF);
  SECTION("where requests and packets share a counter") {
    tracker.take_request(0);
    CHECK(tracker.step(1).order == ArrivalOrder::InOrder);
    CHECK(tracker.step(3).missing == 1);
  }
  SECTION("but requests of a counter of their own take none") {
    CHECK(tracker.step(0xFFFF).order == ArrivalOrder::InOrder);
    CHECK(tracker.step(1).missing == 1);
  }
  SECTION("beside a loss") {
    CHECK(tracker.step(1).missing == 2);
  }
}

TEST_CASE("a leap beyond the gap or history window is a restart", "[stream]") {
  const int leap = GENERATE(1024, 20000, 0x8000, -65, -1000);
  CAPTURE(leap);
  SequenceTracker tracker(1000);
  tracker.step(1000);
  const auto number = static_cast<std::uint16_t>(1001 + leap);
  const SequenceStep step = tracker.step(number);
  CHECK(step.order == ArrivalOrder::Restart);
  CHECK(step.is_forward());
  CHECK(input_events(step) == kSequence);
  CHECK(tracker.step(static_cast<std::uint16_t>(number + 1)).order == ArrivalOrder::InOrder);
  CHECK(tracker.step(number).order == ArrivalOrder::Duplicate);
}

TEST_CASE("an older number is late the first time and a duplicate from then on", "[stream]") {
  SequenceTracker tracker(100);
  tracker.step(100);
  tracker.step(103);
  const SequenceStep late = tracker.step(101);
  CHECK(late.order == ArrivalOrder::Late);
  CHECK(late.fills_gap);
  CHECK(input_events(late) == kSequence);
  CHECK(tracker.step(101).order == ArrivalOrder::Duplicate);
  CHECK(input_events(tracker.step(103)) == (kSequence | kSequenceDuplicate));
  CHECK(tracker.step(102).order == ArrivalOrder::Late);
  CHECK(tracker.step(104).order == ArrivalOrder::InOrder);
}

TEST_CASE("the history reaches back 64 numbers and no further", "[stream]") {
  SequenceTracker tracker(0);
  for (std::uint16_t number = 0; number < 200; ++number) tracker.step(number);
  SECTION("the oldest in reach") {
    CHECK(tracker.step(200 - 64).order == ArrivalOrder::Duplicate);
  }
  SECTION("one before it") {
    CHECK(tracker.step(200 - 65).order == ArrivalOrder::Restart);
  }
}

TEST_CASE("a number from before the connection is late but fills no gap", "[stream]") {
  SequenceTracker tracker(100);
  tracker.step(100);
  const SequenceStep step = tracker.step(99);
  CHECK(step.order == ArrivalOrder::Late);
  CHECK_FALSE(step.fills_gap);
}

TEST_CASE("a late number does not move the expectation back", "[stream]") {
  SequenceTracker tracker(7);
  tracker.step(7);
  tracker.step(9);
  tracker.step(8);
  CHECK(tracker.step(10).order == ArrivalOrder::InOrder);
}

}  // namespace
}  // namespace idn::stream
