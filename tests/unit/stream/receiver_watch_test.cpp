// SPDX-License-Identifier: MIT
#include "stream/send/receiver_watch.hpp"

#include <set>
#include <utility>

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::ReceiverState;
using stream::ReceiverWatch;
using wire::Acknowledge;
using wire::AckResult;

namespace {

constexpr TimePoint kStart{10s};

/// The state after one answer.
ReceiverState after(const Acknowledge& ack) {
  ReceiverWatch watch(500ms);
  watch.asked(7, kStart);
  REQUIRE(watch.answered(7, ack, kStart + 1ms).has_value());
  return watch.state();
}

constexpr Acknowledge kRefused{.pipeline_events = wire::pipeline_event::kContinuity};

/// A stream of 1 kHz to a receiver that acknowledges within a millisecond, with all events since its last
/// acknowledge.
struct Asked {
  void chunk(const Acknowledge& fate) {
    now += 1ms;
    pending.pipeline_events |= fate.pipeline_events;
    if (!watch.begin_chunk(now) && !watch.asks_beside(now)) return;
    watch.asked(++sequence, now);
    watch.answered(sequence, std::exchange(pending, {}), now);
    ++requests;
  }

  ReceiverWatch watch{500ms};
  TimePoint now = kStart;
  Acknowledge pending;
  std::uint16_t sequence = 0;
  int requests = 0;
};

}  // namespace

TEST_CASE("a receiver is asked at once and then once per period", "[stream]") {
  ReceiverWatch watch(500ms);
  CHECK(watch.is_due(kStart));
  watch.asked(1, kStart);
  CHECK_FALSE(watch.is_due(kStart + 500ms - 1ns));
  CHECK(watch.is_due(kStart + 500ms));
  CHECK_FALSE(ReceiverWatch(0ms).is_due(kStart));
}

TEST_CASE("what an answer means for the stream is in result and pipeline events together", "[stream]") {
  namespace event = wire::pipeline_event;
  CHECK(after({}) == ReceiverState::Playing);
  CHECK(after({.input_events = wire::input_event::kNew, .pipeline_events = event::kRouted}) ==
        ReceiverState::Playing);
  CHECK(after({.pipeline_events = event::kContinuity}) == ReceiverState::Playing);
  CHECK(after({.pipeline_events = event::kRouted | event::kServiceBusy}) == ReceiverState::Muted);
  CHECK(after({.pipeline_events = event::kRouted | event::kServiceUnknown}) == ReceiverState::NoService);
  CHECK(after({.pipeline_events = event::kConfiguration}) == ReceiverState::NotDecoded);
  CHECK(after({.pipeline_events = event::kMatchValue}) == ReceiverState::NotDecoded);
  CHECK(after({.pipeline_events = event::kClosed}) == ReceiverState::ChannelClosed);
  CHECK(after({.result = AckResult::Occupied}) == ReceiverState::Occupied);
  CHECK(after({.result = AckResult::GroupExcluded}) == ReceiverState::GroupExcluded);
  CHECK(after({.result = AckResult::InvalidPayload}) == ReceiverState::Refused);
  CHECK(after({.result = static_cast<AckResult>(0x80)}) == ReceiverState::Refused);
}

TEST_CASE("only the answer to a request of the last period counts, once", "[stream]") {
  ReceiverWatch watch(500ms);
  CHECK_FALSE(watch.answered(0, {}, kStart).has_value());
  watch.asked(1, kStart);
  watch.asked(2, kStart + 500ms);
  CHECK_FALSE(watch.answered(1, {}, kStart + 501ms).has_value());
  const auto answer = watch.answered(2, {.latency_us = 40'000}, kStart + 502ms);
  REQUIRE(answer.has_value());
  CHECK(answer->round_trip == 2ms);
  CHECK(answer->content.latency_us == 40'000);
  CHECK_FALSE(watch.awaits_answer());
  CHECK_FALSE(watch.answered(2, {}, kStart + 503ms).has_value());
}

TEST_CASE("a receiver that answered and then misses two requests is silent, until it answers again",
          "[stream]") {
  ReceiverWatch watch(500ms);
  watch.asked(0, kStart);
  watch.answered(0, {}, kStart);
  for (std::uint16_t i = 1; i <= 2; ++i) {
    watch.asked(i, kStart + 500ms * i);
    CHECK(watch.state() == ReceiverState::Playing);
  }
  watch.asked(3, kStart + 1500ms);
  CHECK(watch.state() == ReceiverState::Silent);
  watch.answered(3, {}, kStart + 1500ms);
  CHECK(watch.state() == ReceiverState::Playing);
}

TEST_CASE("silence is noticed when the second request is a period old, whether another follows or not",
          "[stream]") {
  ReceiverWatch watch(500ms);
  watch.asked(0, kStart);
  watch.answered(0, {}, kStart);
  watch.asked(1, kStart + 500ms);
  watch.on_time(kStart + 1s);
  CHECK(watch.state() == ReceiverState::Playing);
  watch.asked(2, kStart + 1s);
  watch.on_time(kStart + 1500ms - 1ns);
  CHECK(watch.state() == ReceiverState::Playing);
  watch.on_time(kStart + 1500ms);
  CHECK(watch.state() == ReceiverState::Silent);
}

TEST_CASE("requests that stay unanswered now and then do not add up to silence", "[stream]") {
  ReceiverWatch watch(500ms);
  std::uint16_t sequence = 0;
  TimePoint now = kStart;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 2; ++i) watch.asked(++sequence, now += 500ms);
    watch.answered(sequence, {}, now);
    CHECK(watch.state() == ReceiverState::Playing);
    watch.asked(++sequence, now += 500ms);
    CHECK(watch.state() == ReceiverState::Playing);
    watch.answered(sequence, {}, now);
  }
}

TEST_CASE("a receiver that is asked again chunk by chunk after a miss is not silent if one answer comes",
          "[stream]") {
  ReceiverWatch watch(500ms);
  watch.asked(0, kStart);
  watch.answered(0, {}, kStart);
  watch.asked(1, kStart + 500ms);
  watch.asked(2, kStart + 1s);
  CHECK(watch.begin_chunk(kStart + 1001ms));
  watch.asked(3, kStart + 1001ms);
  REQUIRE(watch.answered(3, {}, kStart + 1002ms).has_value());
  watch.on_time(kStart + 1500ms);
  watch.asked(4, kStart + 1500ms);
  CHECK(watch.state() == ReceiverState::Playing);
}

TEST_CASE("a receiver that never answers is unknown, not silent", "[stream]") {
  ReceiverWatch watch(500ms);
  for (std::uint16_t i = 0; i < 20; ++i) {
    watch.asked(i, kStart + 500ms * i);
    CHECK_FALSE(watch.begin_chunk(kStart + 500ms * i + 1ms));
  }
  CHECK(watch.state() == ReceiverState::Unknown);
}

TEST_CASE("a new connection in the middle of the stream tells that the receiver had lost it", "[stream]") {
  ReceiverWatch watch(500ms);
  const Acknowledge fresh{.input_events = wire::input_event::kNew};
  watch.asked(0, kStart);
  CHECK_FALSE(watch.answered(0, fresh, kStart)->reconnected);
  watch.asked(1, kStart + 500ms);
  CHECK_FALSE(watch.answered(1, {}, kStart)->reconnected);
  watch.asked(2, kStart + 1s);
  CHECK(watch.answered(2, fresh, kStart)->reconnected);
}

TEST_CASE("a refusal makes the next chunks ask one by one, and its share the state", "[stream]") {
  Asked asked;
  for (int i = 0; i < 1000; ++i) asked.chunk(kRefused);
  // The first request and that of the first period, each followed by its probes.
  CHECK(asked.requests == 2 + 2 * ReceiverWatch::kProbes);
  CHECK(asked.watch.state() == ReceiverState::Dropping);
  CHECK(asked.watch.refusals().share() == 1);
  CHECK(asked.watch.refusals().pipeline_events == wire::pipeline_event::kContinuity);
}

TEST_CASE("a receiver that drops is playing again when a period went well", "[stream]") {
  Asked asked;
  for (int i = 0; i < 100; ++i) asked.chunk(kRefused);
  CHECK(asked.watch.state() == ReceiverState::Dropping);
  for (int i = 0; i < 901; ++i) asked.chunk({});
  CHECK(asked.watch.state() == ReceiverState::Playing);
  CHECK(asked.watch.refusals() == stream::Refusals{});
}

TEST_CASE("one event in each period is asked about, and no refusal of a share", "[stream]") {
  Asked asked;
  for (int i = 0; i < 10'000; ++i) {
    asked.chunk(i % 500 == 250 ? kRefused : Acknowledge{});
    CHECK(asked.watch.state() == ReceiverState::Playing);
  }
  CHECK(asked.requests > 20 * ReceiverWatch::kProbes / 2);
}

TEST_CASE("probes are not asked by messages without samples, and their silence is not that of a period",
          "[stream]") {
  ReceiverWatch watch(500ms);
  watch.begin_chunk(kStart);
  watch.asked(0, kStart);
  watch.answered(0, kRefused, kStart);
  CHECK_FALSE(watch.is_due(kStart + 1ms));
  for (std::uint16_t i = 1; i <= ReceiverWatch::kProbes; ++i) {
    CHECK(watch.begin_chunk(kStart + i * 1ms));
    watch.asked(i, kStart + i * 1ms);
  }
  CHECK_FALSE(watch.begin_chunk(kStart + 100ms));
  watch.on_time(kStart + 499ms);
  CHECK(watch.state() == ReceiverState::Playing);
}

TEST_CASE("every state has words of its own", "[stream]") {
  std::set<std::string_view> words;
  for (int state = 0; state <= static_cast<int>(ReceiverState::Dropping); ++state)
    CHECK(words.insert(to_string(static_cast<ReceiverState>(state))).second);
  CHECK(words.contains("muted, another client uses the service"));
}

TEST_CASE("only a receiver that said so is rejecting", "[stream]") {
  CHECK(is_rejecting(ReceiverState::Muted));
  CHECK(is_rejecting(ReceiverState::Refused));
  CHECK(is_rejecting(ReceiverState::Dropping));
  CHECK_FALSE(is_rejecting(ReceiverState::Unknown));
  CHECK_FALSE(is_rejecting(ReceiverState::Playing));
  CHECK_FALSE(is_rejecting(ReceiverState::Silent));
}
