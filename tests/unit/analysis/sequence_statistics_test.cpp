// SPDX-License-Identifier: MIT
#include "analysis/sequence_statistics.hpp"

#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn::analysis;
using idn::Duration;
using std::chrono::microseconds;

namespace {

/// A sender of `rate` datagrams per second; number i is sent at i / rate seconds.
struct Sender {
  explicit Sender(int rate = 1000, std::uint16_t first = 0) : tick(1'000'000 / rate), first_number(first) {}

  SequencedDatagram datagram(std::int64_t i, Duration late = {}) const {
    const auto media = tick * i;
    return {
        .number = static_cast<std::uint16_t>(first_number + i), .arrival = 5s + media + late, .media = media};
  }
  SequenceStep send(std::int64_t i, Duration late = {}) { return count.take(datagram(i, late)); }
  void send_all(std::int64_t from, std::int64_t end) {
    for (auto i = from; i < end; ++i) send(i);
  }

  microseconds tick;
  std::uint16_t first_number;
  SequenceStatistics count;
};

}  // namespace

TEST_CASE("an outage counts in full, whatever its length", "[analysis]") {
  const auto lost = GENERATE(1, 64, 1023, 1024, 5000, 30'000, 32'767, 40'000, 65'535, 65'536, 200'000);
  const auto first = GENERATE(std::uint16_t{0}, std::uint16_t{65'000});
  CAPTURE(lost, first);
  Sender sender(1000, first);
  sender.send_all(0, 2000);
  const auto step = sender.send(2000 + lost);
  CHECK(step.order == ArrivalOrder::AfterLoss);
  CHECK(step.missing == static_cast<std::uint32_t>(lost));
  sender.send_all(2001 + lost, 4000 + lost);
  CHECK(sender.count.counts().lost == static_cast<std::uint64_t>(lost));
  CHECK(sender.count.counts().restarts == 0);
  CHECK(sender.count.interruptions().losses == 1);
}

TEST_CASE("numbers that only requests had are not lost", "[analysis]") {
  Sender sender;
  sender.send_all(0, 100);
  const auto request = [&](int number) { sender.count.take_request(static_cast<std::uint16_t>(number)); };
  SECTION("of one counter") {
    request(100);
    request(101);
    CHECK(sender.send(102).order == ArrivalOrder::InOrder);
    CHECK(sender.count.counts().lost == 0);
    CHECK(sender.send(100).order == ArrivalOrder::Duplicate);
    CHECK(sender.count.interruptions().losses == 0);
  }
  SECTION("of a counter of their own") {
    request(100);
    CHECK(sender.send(100).order == ArrivalOrder::InOrder);
    CHECK(sender.send(102).missing == 1);
    request(7);
    CHECK(sender.send(104).missing == 1);
  }
  SECTION("beside a loss") {
    request(100);
    CHECK(sender.send(102).missing == 2);
  }
}

TEST_CASE("a datagram that is up to a second late is late, not lost", "[analysis]") {
  const auto rate = GENERATE(1000, 4000);
  const auto behind = GENERATE(1, 2, 63, 64, 65, 500, 1000, 4000);
  if (behind > rate) return;
  CAPTURE(rate, behind);
  Sender sender(rate);
  sender.send_all(0, 100);
  sender.send_all(101, 101 + behind);
  CHECK(sender.count.counts().lost == 1);
  const auto step = sender.send(100, sender.tick * behind);
  CHECK(step.order == ArrivalOrder::Late);
  CHECK(step.fills_gap);
  sender.send_all(101 + behind, 6000);
  CHECK(sender.count.counts().lost == 0);
  CHECK(sender.count.counts().late == 1);
  CHECK(sender.count.counts().restarts == 0);
}

TEST_CASE("a copy counts once as a duplicate, also a second later", "[analysis]") {
  const auto behind = GENERATE(0, 1, 64, 100, 1000, 4000);
  Sender sender(4000);
  sender.send_all(0, 5000);
  CHECK(sender.send(4999 - behind, sender.tick * behind).order == ArrivalOrder::Duplicate);
  sender.send_all(5000, 9000);
  CHECK(sender.count.counts().duplicates == 1);
  CHECK(sender.count.counts().lost == 0);
  CHECK(sender.count.counts().late == 0);
}

TEST_CASE("what came before the first number is late, and was never lost", "[analysis]") {
  Sender sender;
  sender.send(1);
  const auto step = sender.send(0, 1ms);
  CHECK(step.order == ArrivalOrder::Late);
  CHECK_FALSE(step.fills_gap);
  CHECK(sender.count.counts().lost == 0);
}

TEST_CASE("a sender that begins anew is no loss", "[analysis]") {
  // Number and timestamp of the restarted sender, 300 ms after number 4999.
  struct Case {
    std::uint16_t number;
    microseconds media;
  };
  const auto next = GENERATE(Case{0, 0us}, Case{0, 5'300'000us}, Case{5100, 900s}, Case{4000, 5'300'000us},
                             Case{40'000, 5'300'000us}, Case{60'000, 77s});
  CAPTURE(next.number, next.media.count());
  Sender sender;
  sender.send_all(0, 5000);
  const auto step = sender.count.take({.number = next.number, .arrival = 10'300ms, .media = next.media});
  CHECK(step.order == ArrivalOrder::Restart);
  CHECK(sender.count.counts().lost == 0);
  CHECK(sender.count.counts().duplicates == 0);
  CHECK(sender.count.counts().restarts == 1);
  CHECK(sender.count.interruptions().restarts == 1);
}

TEST_CASE("behind a close every number is a new beginning, but a copy of the old ones", "[analysis]") {
  Sender sender;
  sender.send_all(0, 100);
  sender.count.close();
  CHECK(sender.send(99).order == ArrivalOrder::Duplicate);
  const auto step = sender.count.take({.number = 500, .arrival = 5'200ms, .media = 200ms});
  CHECK(step.order == ArrivalOrder::InOrder);
  CHECK(sender.count.counts().lost == 0);
  CHECK(sender.count.counts().restarts == 0);
  CHECK(sender.count.interruptions().closes == 1);
}

TEST_CASE("what a close without a timestamp has overtaken is late", "[analysis]") {
  Sender sender;
  sender.send_all(0, 100);
  CHECK(sender.count.take({.number = 101, .arrival = 5'101ms}).missing == 1);
  sender.count.close();
  const auto step = sender.count.take({.number = 100, .arrival = 5'102ms, .media = 100ms});
  CHECK(step.order == ArrivalOrder::Late);
  CHECK(step.fills_gap);
  CHECK(sender.count.counts().lost == 0);
}

TEST_CASE("packets without a timestamp are counted by their numbers", "[analysis]") {
  SequenceStatistics count;
  for (std::uint16_t i = 0; i < 10; ++i) count.take({.number = i, .arrival = 1ms * i});
  CHECK(count.take({.number = 12, .arrival = 12ms}).missing == 2);
  CHECK(count.take({.number = 11, .arrival = 12ms}).order == ArrivalOrder::Late);
  CHECK(count.take({.number = 12, .arrival = 12ms}).order == ArrivalOrder::Duplicate);
  CHECK(count.counts().lost == 1);
}

TEST_CASE("a sender that never counts is told from duplicates by its timestamps", "[analysis]") {
  SequenceStatistics count;
  for (int i = 0; i < 4; ++i) count.take({.number = 7, .arrival = 1ms * i, .media = 1000us * i});
  CHECK(count.counts().unnumbered == 3);
  CHECK(count.take({.number = 7, .arrival = 4ms, .media = 3000us}).order == ArrivalOrder::Duplicate);
  CHECK(count.counts().lost == 0);
}

TEST_CASE("in a pause of the sender nothing is lost", "[analysis]") {
  Sender sender;
  sender.send_all(0, 1000);
  CHECK(sender.count.take({.number = 1000, .arrival = 16s, .media = 11s}).order == ArrivalOrder::InOrder);
  CHECK(sender.count.take({.number = 1001, .arrival = 26s, .media = 11'001ms}).order == ArrivalOrder::InOrder);
}

TEST_CASE("what has come in full is known also where a number came late", "[analysis]") {
  Sender sender;
  sender.send_all(0, 10);
  CHECK(sender.count.interruptions().complete_from == 0);
  sender.send(12);
  CHECK(sender.count.interruptions().complete_from == 12);
  sender.send(11, 1ms);
  CHECK(sender.count.interruptions().complete_from == 11);
  sender.send(10, 2ms);
  CHECK(sender.count.interruptions().complete_from == 0);
  CHECK(sender.count.interruptions().newest == 12);
}
