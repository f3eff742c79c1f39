// SPDX-License-Identifier: MIT
#include "latency/measure/latency_report.hpp"

#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

TimePoint at(Duration time) {
  return TimePoint(1000s + time);
}

AnsweredTrigger answer(std::uint16_t number, Duration trigger) {
  return {.trigger = {.number = number, .at = at(trigger)}, .handed = at(trigger + 1ms)};
}

io::SentDatagram sent(std::uint16_t sequence, Duration due,
                      io::TimestampSource stamp = io::TimestampSource::Software) {
  return {.sequence = sequence, .due = at(due), .called = at(due + 3us), .left = at(due + 5us), .stamp = stamp};
}

SeenMarker seen(std::uint16_t number, std::uint16_t sequence, Duration arrived) {
  return {.number = number, .sequence = sequence, .arrived = at(arrived), .shown = at(arrived + 40ms)};
}

TEST_CASE("a trigger, its answer, its datagram and its light are brought together", "[latency]") {
  const LatencyReport result = evaluate({.sent = 1,
                                         .answers = {answer(7, 0ms)},
                                         .datagrams = {sent(99, 9ms), sent(100, 10ms)},
                                         .seen = {seen(7, 100, 10ms + 6us)}});
  REQUIRE(result.triggers.size() == 1);
  CHECK(result.summary[Stage::Input].max == 1ms);
  CHECK(result.summary[Stage::Wait].max == 9ms);
  CHECK(result.summary[Stage::Late].max == 3us);
  CHECK(result.summary[Stage::Stack].max == 2us);
  CHECK(result.summary[Stage::Wire].max == 1us);
  CHECK(result.summary[Stage::Buffer].max == 40ms);
  CHECK(result.stamp == io::TimestampSource::Software);
  CHECK(result.lost == 0);
}

TEST_CASE("what was never seen is lost, what came too late is counted apart", "[latency]") {
  SeenMarker late = seen(2, 101, 20ms);
  late.in_time = false;
  const LatencyReport result = evaluate({.sent = 3,
                                         .answers = {answer(1, 0ms), answer(2, 10ms), answer(3, 20ms)},
                                         .datagrams = {sent(100, 5ms), sent(101, 15ms)},
                                         .seen = {seen(1, 100, 6ms), late}});
  CHECK(result.triggers.size() == 1);
  CHECK(result.not_in_time == 1);
  CHECK(result.lost == 1);
}

TEST_CASE("a marker that is drawn again counts once, one of nobody not at all", "[latency]") {
  const LatencyReport result = evaluate({.sent = 1,
                                         .answers = {answer(1, 0ms)},
                                         .datagrams = {sent(100, 5ms), sent(101, 6ms)},
                                         .seen = {seen(1, 100, 6ms), seen(1, 101, 7ms), seen(9, 101, 7ms)}});
  REQUIRE(result.triggers.size() == 1);
  CHECK(result.triggers[0].stamps.arrived == at(6ms));
}

TEST_CASE("numbers of 16 bits that come again mean the latest before", "[latency]") {
  const LatencyReport result = evaluate({.sent = 2,
                                         .answers = {answer(1, 0s), answer(1, 100s)},
                                         .datagrams = {sent(5, 5ms), sent(5, 100s + 5ms)},
                                         .seen = {seen(1, 5, 6ms), seen(1, 5, 100s + 6ms)}});
  REQUIRE(result.triggers.size() == 2);
  CHECK(result.triggers[1].stamps.trigger == at(100s));
  CHECK(result.triggers[1].stamps.due == at(100s + 5ms));
  CHECK(result.summary.whole.max == 46ms);
}

TEST_CASE("without a stamp the stack belongs to what comes before the arrival", "[latency]") {
  const LatencyReport result = evaluate({.sent = 1,
                                         .answers = {answer(1, 0ms)},
                                         .datagrams = {sent(100, 5ms, io::TimestampSource::Missing)},
                                         .seen = {seen(1, 100, 6ms)}});
  CHECK(result.stamp == io::TimestampSource::Missing);
  CHECK(result.stamped == 0);
  CHECK(result.summary[Stage::Stack].max == 1ms - 3us);
  CHECK(result.summary[Stage::Wire].max == 0ms);
}

TEST_CASE("another program's datagram is due when its earliest one says so", "[latency]") {
  SeenMarker marker = seen(1, 100, 10ms);
  marker.media = 2000ms;
  const RawMeasurement raw{.sent = 1,
                           .answers = {answer(1, 0ms)},
                           .seen = {marker},
                           .earliest = {at(10ms).time_since_epoch() - 2000ms - 300us}};
  const LatencyReport result = evaluate(raw);
  REQUIRE(result.triggers.size() == 1);
  CHECK(result.summary[Stage::Wait].max == 9ms - 300us);
  CHECK(result.summary[Stage::Late].max == 300us);
  CHECK(result.summary.whole.max == 50ms);
}

TEST_CASE("notes that fit nothing give an empty result", "[latency]") {
  const LatencyReport result = evaluate({.sent = 5, .seen = {seen(1, 1, 1ms)}});
  CHECK(result.triggers.empty());
  CHECK(result.lost == 5);
  CHECK(evaluate({}).lost == 0);
}

TEST_CASE("a trigger is six octets, anything else is none", "[latency]") {
  const auto datagram = trigger_datagram(0xABCD);
  CHECK(trigger_number(datagram) == 0xABCD);
  for (std::size_t length = 0; length < datagram.size(); ++length)
    CHECK_FALSE(trigger_number(ConstBytes(datagram).first(length)));
  auto longer = datagram;
  longer.emplace_back();
  CHECK_FALSE(trigger_number(longer));
  auto other = datagram;
  other[0] = std::byte{0};
  CHECK_FALSE(trigger_number(other));
}

}  // namespace
}  // namespace idn::latency
